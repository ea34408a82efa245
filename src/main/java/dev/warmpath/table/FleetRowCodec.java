package dev.warmpath.table;

import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.Target.Address;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Fleet rows as items.
 *
 * <p>With the ten variants that an endpoint may have the item stays under 1 KB; every further
 * inference component adds its name and 12 bytes.
 */
public final class FleetRowCodec {
  static final String DESCRIBED_AT = "a";
  static final String LEASE_UNTIL = "l";

  private static final String TARGETS = "t";
  private static final String INSTANCES = "i";
  private static final String PREFIX_AWARE = "p";
  private static final int MAX_INSTANCES = 1_000_000;

  private FleetRowCodec() {}

  /**
   * Writes a row.
   *
   * @param expiresAt the row's end
   */
  public static Item encode(FleetRow row, Instant expiresAt) {
    Map<String, Attribute> targets = new LinkedHashMap<>();
    row.targets().forEach(t -> targets.put(encode(t.address()), encode(t)));
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put(Item.KEY, new Attribute.Text(RowKeys.fleet(row.endpoint())));
    attributes.put(DESCRIBED_AT, Attribute.of(Bounds.millis(row.describedAt())));
    attributes.put(LEASE_UNTIL, Attribute.of(Bounds.millis(row.leaseUntil())));
    attributes.put(Item.TTL, Attribute.of(Bounds.seconds(expiresAt)));
    attributes.put(TARGETS, new Attribute.Fields(targets));
    return new Item(attributes);
  }

  /**
   * Reads a row; targets that cannot be understood are left out, the others come ordered by name.
   *
   * @param endpoint whose row it is
   */
  public static Decoded<FleetRow> decode(String endpoint, Item item) {
    if (!item.has(DESCRIBED_AT) && !item.has(TARGETS)) {
      return new Decoded.Nothing<>();
    }
    OptionalLong describedAt = item.number(DESCRIBED_AT, 0, Bounds.MILLIS);
    if (describedAt.isEmpty()
        || !(item.attributes().get(TARGETS)
            instanceof Attribute.Fields(Map<String, Attribute> fields))) {
      return new Decoded.Unreadable<>();
    }
    List<Target> targets = new ArrayList<>();
    fields.forEach((name, value) -> target(endpoint, name, value).ifPresent(targets::add));
    targets.sort(Comparator.comparing(Target::id));
    FleetRow row =
        new FleetRow(
            endpoint,
            targets,
            Instant.ofEpochMilli(describedAt.getAsLong()),
            Instant.ofEpochMilli(item.number(LEASE_UNTIL, 0, Bounds.MILLIS).orElse(0)));
    return new Decoded.Row<>(row, targets.size() == fields.size());
  }

  private static String encode(Address address) {
    return switch (address) {
      case Address.Variant(String name) -> "v" + name;
      case Address.Component(String name) -> "c" + name;
      case Address.Whole() -> "e";
    };
  }

  private static Attribute encode(Target target) {
    Map<String, Attribute> fields = new LinkedHashMap<>();
    fields.put(INSTANCES, Attribute.of(target.instances()));
    fields.put(PREFIX_AWARE, new Attribute.Flag(target.prefixAware()));
    return new Attribute.Fields(fields);
  }

  private static Optional<Target> target(String endpoint, String name, Attribute attribute) {
    if (name.isEmpty() || !(attribute instanceof Attribute.Fields(var fields))) {
      return Optional.empty();
    }
    int instances = (int) Item.numberOf(fields, INSTANCES, 1, MAX_INSTANCES).orElse(1);
    boolean prefixAware = new Attribute.Flag(true).equals(fields.get(PREFIX_AWARE));
    String rest = name.substring(1);
    boolean named = !rest.isEmpty();
    return switch (name.charAt(0)) {
      case 'v' ->
          named
              ? Optional.of(Target.ofVariant(endpoint, rest, instances, prefixAware))
              : Optional.empty();
      case 'c' ->
          named
              ? Optional.of(Target.ofComponent(endpoint, rest, instances, prefixAware))
              : Optional.empty();
      case 'e' ->
          named
              ? Optional.empty()
              : Optional.of(Target.ofEndpoint(endpoint, instances, prefixAware));
      default -> Optional.empty();
    };
  }
}
