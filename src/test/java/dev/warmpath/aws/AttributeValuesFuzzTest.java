package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Feeds values of every type that DynamoDB knows, and of none, to what reads them. */
class AttributeValuesFuzzTest {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "9".repeat(38),
          "1E+125",
          "1E-130",
          "1e999999999",
          "1e99999999999",
          "9".repeat(5000),
          "NaN",
          "Infinity",
          "",
          " 1",
          "0x1F",
          "\u0661");

  @Test
  void anyItemOfDynamoDbIsRead() {
    Seeds.forAll(
        Hostile.inputs(5_000),
        (seed, random) -> {
          // given
          Map<String, AttributeValue> values = values(random, 4);

          // when
          Item item = AttributeValues.item(values);

          // then
          assertThat(item.attributes()).hasSameSizeAs(values);
        });
  }

  @Test
  void aValueThatNamesTwoTypesIsOfNone() {
    Item item = AttributeValues.item(Map.of("c", AttributeValue.builder().s("1").n("1").build()));

    assertThat(item.attributes()).containsExactly(Map.entry("c", new Attribute.Opaque()));
  }

  private static Map<String, AttributeValue> values(RandomGenerator random, int depth) {
    Map<String, AttributeValue> values = new HashMap<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      values.put("a" + random.nextInt(20), value(random, depth));
    }
    return values;
  }

  private static AttributeValue value(RandomGenerator random, int depth) {
    AttributeValue.Builder value = AttributeValue.builder();
    return switch (random.nextInt(depth == 0 ? 9 : 11)) {
      case 0 -> value.s("text").build();
      case 1, 2 -> value.n(NUMBERS.get(random.nextInt(NUMBERS.size()))).build();
      case 3 -> value.b(SdkBytes.fromByteArray(new byte[random.nextInt(40)])).build();
      case 4 -> value.bool(random.nextBoolean()).build();
      case 5 -> value.nul(random.nextBoolean()).build();
      case 6 -> value.ss("a", "b").build();
      case 7 -> value.ns("1", "x").build();
      // A type that the SDK does not know yet, and a value that names two.
      case 8 -> random.nextBoolean() ? value.build() : value.s("text").n("1").build();
      case 9 -> value.l(value(random, depth - 1)).build();
      default -> value.m(values(random, depth - 1)).build();
    };
  }
}
