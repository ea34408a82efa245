package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.table.Attribute.Bytes;
import dev.warmpath.table.Attribute.Fields;
import dev.warmpath.table.Attribute.Flag;
import dev.warmpath.table.Attribute.Numeric;
import dev.warmpath.table.Attribute.Text;
import dev.warmpath.testing.Seeds;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes worked out by hand from the documentation's rules. */
final class ItemSizeTest {
  @Test
  void stringsCountTheirBytesInUtf8() {
    assertThat(size("pk", new Text("aé€"))).isEqualTo(2 + 1 + 2 + 3);
    assertThat(size("é", new Text(""))).isEqualTo(2);
  }

  @Test
  void anyStringCountsWhatItsEncodingHas() {
    Seeds.forAll(
        300,
        (seed, random) -> {
          // given
          StringBuilder text = new StringBuilder();
          for (int length = random.nextInt(20); length > 0; length--) {
            // Halves of pairs, in any order, among letters of one to three bytes.
            text.append(
                (char)
                    (random.nextBoolean()
                        ? 0xD7F0 + random.nextInt(0x900)
                        : random.nextInt(0x900)));
          }

          // then
          assertThat(size("t", new Text(text.toString())))
              .isEqualTo(1 + text.toString().getBytes(StandardCharsets.UTF_8).length);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "7, 2",
    "42, 2",
    "421, 3",
    "4210000, 3",
    "-42, 2",
    "0.0012, 2",
    "1764460800, 5",
    "1764460801, 6",
    "1E+125, 2"
  })
  void numbersCountAByteForTwoSignificantDigitsAndOneMore(String number, int bytes) {
    assertThat(size("n", new Numeric(new BigDecimal(number)))).isEqualTo(1 + bytes);
  }

  @Test
  void bytesCountThemselvesAndTruthValuesOne() {
    assertThat(size("h", new Bytes(new byte[16]))).isEqualTo(17);
    assertThat(size("k", new Flag(false))).isEqualTo(2);
  }

  @Test
  void mapsCountThreeAndOneMoreForEachElement() {
    // given
    Map<String, Attribute> owner = new LinkedHashMap<>();
    owner.put("c", Attribute.of(123_456));
    owner.put("k", new Flag(true));
    owner.put("h", new Bytes(new byte[16]));

    // then
    assertThat(size("@a/b", new Fields(owner)))
        .isEqualTo(4 + 3 + (1 + 1 + 4) + (1 + 1 + 1) + (1 + 1 + 16));
    assertThat(size("m", new Fields(Map.of()))).isEqualTo(4);
  }

  @Test
  void itemsCountAllOfTheirAttributes() {
    // given
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put("pk", new Text("F#endpoint"));
    attributes.put("ttl", Attribute.of(1_764_460_801));

    // then
    assertThat(ItemSize.of(new Item(attributes))).isEqualTo(2 + 10 + 3 + 6);
  }

  private static int size(String name, Attribute value) {
    return ItemSize.of(new Item(Map.of(name, value)));
  }
}
