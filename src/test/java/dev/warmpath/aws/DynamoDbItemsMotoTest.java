package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Condition;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemStore.Written;
import dev.warmpath.table.ItemWrite;
import dev.warmpath.table.UnitMeter;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import dev.warmpath.testing.Seeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Whether expressions do in a foreign DynamoDB what the in-memory store makes of the same write.
 */
@Required(value = Facility.MOTO, group = "DynamoDB expressions against moto")
final class DynamoDbItemsMotoTest {
  // moto breaks down where a condition compares a number with a text: these are always numbers.
  private static final List<String> NUMBERS = List.of("v", "ttl");
  private static final List<String> NAMES = List.of("v", "ttl", "@a/b:c", "b1893456000");

  private final String name = "items-" + UUID.randomUUID();
  private final DynamoDbClient client = DynamoDbClients.create(DynamoDbTables.PATIENT.longest());
  private final DynamoDbItems items = new DynamoDbItems(client, name, new UnitMeter());

  @BeforeEach
  void createTable() {
    DynamoDbTables.create(client, name);
  }

  @AfterEach
  void deleteTable() {
    client.deleteTable(r -> r.tableName(name));
    client.close();
  }

  @Test
  void everyWriteDoesWhatItSays() {
    Seeds.forAll(
        150,
        (seed, random) -> {
          // given
          String key = "k" + seed;
          Optional<Item> before =
              random.nextInt(4) == 0 ? Optional.empty() : Optional.of(item(key, random));
          before.ifPresent(
              i -> items.write(new ItemWrite(key, Condition.none(), new ItemWrite.Replace(i))));
          ItemWrite write = new ItemWrite(key, condition(random, 2), effect(key, random));

          // when
          Written written = items.write(write);

          // then
          boolean holds = write.condition().holds(before);
          Optional<Item> after = holds ? write.applyTo(before) : before;
          assertThat(written)
              .isEqualTo(
                  holds ? new Written.Done(after.orElseThrow()) : new Written.Blocked(before));
          assertThat(DynamoDbTables.stored(client, name, key)).isEqualTo(after);
        });
  }

  private static ItemWrite.Effect effect(String key, RandomGenerator random) {
    if (random.nextInt(3) == 0) {
      return new ItemWrite.Replace(item(key, random));
    }
    Map<String, Attribute> set = new LinkedHashMap<>();
    Map<String, Attribute> start = new LinkedHashMap<>();
    Map<String, Long> add = new LinkedHashMap<>();
    Set<String> remove = new LinkedHashSet<>();
    set.put("d", Attribute.of(1));
    for (String attribute : NAMES) {
      switch (random.nextInt(4)) {
        case 0 -> set.put(attribute, value(attribute, random));
        case 1 -> start.put(attribute, value(attribute, random));
        case 2 -> remove.add(attribute);
        default -> {}
      }
    }
    // Items hold numbers only under this name: adding to anything else is refused.
    add.put("count", random.nextLong(-5, 6));
    return new ItemWrite.Change(set, start, add, remove);
  }

  private static Condition condition(RandomGenerator random, int depth) {
    String attribute = NAMES.get(random.nextInt(NAMES.size()));
    String numeric = NUMBERS.get(random.nextInt(NUMBERS.size()));
    long number = random.nextInt(5);
    return switch (random.nextInt(depth == 0 ? 5 : 7)) {
      case 0 -> new Condition.Missing(random.nextBoolean() ? Item.KEY : attribute);
      case 1 -> new Condition.Present(attribute);
      case 2 -> new Condition.EqualTo(numeric, number);
      case 3 -> new Condition.AtMost(numeric, number);
      case 4 -> new Condition.MoreThan(numeric, number);
      case 5 -> new Condition.AllOf(parts(random, depth));
      default -> new Condition.AnyOf(parts(random, depth));
    };
  }

  private static List<Condition> parts(RandomGenerator random, int depth) {
    List<Condition> parts = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      parts.add(condition(random, depth - 1));
    }
    return parts;
  }

  private static Item item(String key, RandomGenerator random) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put(Item.KEY, new Attribute.Text(key));
    for (String attribute : NAMES) {
      if (random.nextBoolean()) {
        attributes.put(attribute, value(attribute, random));
      }
    }
    if (random.nextBoolean()) {
      attributes.put("count", Attribute.of(random.nextInt(100)));
    }
    return new Item(attributes);
  }

  private static Attribute value(String attribute, RandomGenerator random) {
    return switch (NUMBERS.contains(attribute) ? 4 : random.nextInt(7)) {
      case 0 -> new Attribute.Text("text");
      case 1 -> new Attribute.Flag(random.nextBoolean());
      case 2 -> new Attribute.Bytes(new byte[] {1, (byte) 200, 0});
      case 3 -> new Attribute.Fields(Map.of("c", Attribute.of(7), "k", new Attribute.Flag(true)));
      default -> Attribute.of(random.nextInt(5));
    };
  }
}
