package dev.warmpath.table;

import dev.warmpath.router.port.Degradation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A store in which anybody may have written anything: absent items, those of older and newer
 * versions, damaged ones and nonsense. It keeps nothing and answers writes as it likes. For one
 * thread.
 */
final class HostileItems implements ItemStore {
  /** DynamoDB's largest. */
  private static final BigDecimal LARGEST = new BigDecimal("1E+126");

  private static final Instant END = RandomItems.NOW.plusSeconds(60);

  private RandomGenerator random;
  private List<ItemWrite> writes = new ArrayList<>();

  HostileItems(RandomGenerator random) {
    this.random = random;
  }

  /** From now on these numbers decide; earlier writes are forgotten. */
  void seed(RandomGenerator numbers) {
    random = numbers;
    writes = new ArrayList<>();
  }

  /** What was to be written since the last seed. */
  List<ItemWrite> writes() {
    return writes;
  }

  @Override
  public Read read(Set<String> keys) {
    if (random.nextInt(50) == 0) {
      return new Read.Failed(Degradation.FAILED);
    }
    Map<String, Item> found = new HashMap<>();
    keys.forEach(key -> item(key).ifPresent(item -> found.put(key, item)));
    return new Read.Found(found);
  }

  @Override
  public Written write(ItemWrite write) {
    writes.add(write);
    Optional<Item> item = item(write.key());
    return switch (random.nextInt(4)) {
      case 0 -> new Written.Blocked(item);
      case 1 -> new Written.Failed(Degradation.FAILED);
      default -> item.<Written>map(Written.Done::new).orElse(new Written.Blocked(item));
    };
  }

  private Optional<Item> item(String key) {
    RandomItems items = new RandomItems(random);
    return switch (random.nextInt(6)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(bounded(items.hostileItem()));
      case 2 -> Optional.of(valid(key, items));
      default -> Optional.of(damaged(valid(key, items), items));
    };
  }

  private static Item valid(String key, RandomItems items) {
    return switch (key.charAt(0)) {
      case 'P' -> PrefixRowCodec.encode("pool", items.prefixRow());
      case 'T' -> TargetRowCodec.encode(items.targetRow(), END);
      default -> FleetRowCodec.encode(items.fleetRow(), END);
    };
  }

  /** Some attributes gone, as an older router leaves them, replaced, or come on top. */
  private Item damaged(Item item, RandomItems items) {
    Map<String, Attribute> attributes = new LinkedHashMap<>(item.attributes());
    for (String name : List.copyOf(attributes.keySet())) {
      switch (random.nextInt(8)) {
        case 0 -> attributes.remove(name);
        case 1 ->
            items.hostileItem().attributes().values().stream()
                .findFirst()
                .ifPresent(value -> attributes.put(name, value));
        default -> {}
      }
    }
    if (random.nextBoolean()) {
      attributes.putAll(items.hostileItem().attributes());
    }
    return bounded(new Item(attributes));
  }

  /** Without the numbers that no DynamoDB holds. */
  private static Item bounded(Item item) {
    Map<String, Attribute> attributes = new LinkedHashMap<>(item.attributes());
    attributes
        .values()
        .removeIf(
            value ->
                value instanceof Attribute.Numeric(BigDecimal number)
                    && number.abs().compareTo(LARGEST) >= 0);
    return new Item(attributes);
  }
}
