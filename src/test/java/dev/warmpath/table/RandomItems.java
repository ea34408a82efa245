package dev.warmpath.table;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Learned;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Rows as routers write them, and items as nobody should. */
final class RandomItems {
  static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final RandomGenerator random;

  RandomItems(RandomGenerator random) {
    this.random = random;
  }

  PrefixHash hash() {
    return new PrefixHash(random.nextLong(), random.nextLong());
  }

  PrefixRow prefixRow() {
    List<Owner> owners = new ArrayList<>();
    for (int i = random.nextInt(PrefixRow.MAX_OWNERS + 1); i > 0; i--) {
      owners.add(owner("endpoint/variant-" + i));
    }
    owners.sort(PrefixRowCodec.LATEST_FIRST);
    return new PrefixRow(
        hash(),
        1 + random.nextInt(Integer.MAX_VALUE),
        random.nextLong(Bounds.COUNT + 1),
        owners,
        Instant.ofEpochSecond(random.nextLong(Bounds.SECONDS + 1)));
  }

  Owner owner(String target) {
    return new Owner(
        new TargetId(target),
        random.nextLong(Bounds.COUNT + 1),
        random.nextLong(Bounds.GENERATION + 1),
        Instant.ofEpochMilli(random.nextLong(Bounds.MILLIS + 1)),
        random.nextBoolean()
            ? Optional.of(new Anchor(1 + random.nextInt(Integer.MAX_VALUE), hash()))
            : Optional.empty(),
        random.nextBoolean());
  }

  TargetRow targetRow() {
    return new TargetRow(
        new TargetId("endpoint/variant"),
        random.nextLong(Bounds.COUNT + 1),
        random.nextLong(Bounds.GENERATION + 1),
        buckets(TargetRow.prefillBucket(NOW), 32),
        buckets(TargetRow.sequenceBucket(NOW), 5),
        buckets(TargetRow.sequenceBucket(NOW), 5),
        buckets(TargetRow.sequenceBucket(NOW), 5),
        random.nextBoolean(),
        random.nextBoolean() ? Health.GOOD : new Health(5, instant(), instant(), instant()),
        random.nextBoolean()
            ? Learned.NOTHING
            : new Learned(
                random.nextLong(Bounds.COUNT + 1),
                random.nextLong(Bounds.RATE + 1),
                random.nextLong(Bounds.ROW + 1),
                random.nextLong(Bounds.COUNT + 1)));
  }

  private Instant instant() {
    return Instant.ofEpochMilli(random.nextLong(Bounds.MILLIS + 1));
  }

  FleetRow fleetRow() {
    List<Target> targets = new ArrayList<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      int instances = 1 + random.nextInt(20);
      targets.add(
          random.nextBoolean()
              ? Target.ofVariant("endpoint", "variant-" + i, instances, random.nextBoolean())
              : Target.ofComponent("endpoint", "component-" + i, instances, random.nextBoolean()));
    }
    if (random.nextBoolean()) {
      targets.add(Target.ofEndpoint("endpoint", 1 + random.nextInt(20), random.nextBoolean()));
    }
    targets.sort(Comparator.comparing(Target::id));
    return new FleetRow(
        "endpoint",
        targets,
        Instant.ofEpochMilli(random.nextLong(Bounds.MILLIS + 1)),
        Instant.ofEpochMilli(random.nextLong(Bounds.MILLIS + 1)));
  }

  /** An item whose names are those of rows more often than not, and whose values are anything. */
  Item hostileItem() {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      attributes.put(hostileName(), hostileAttribute(3));
    }
    return new Item(attributes);
  }

  private String hostileName() {
    List<String> names =
        List.of(
            "pk",
            "ttl",
            "d",
            "v",
            "c",
            "g",
            "a",
            "l",
            "t",
            "i",
            "p",
            "u",
            "h",
            "k",
            "off",
            "f",
            "o",
            "q",
            "y",
            "r",
            "w",
            "s",
            "@",
            "@endpoint/variant",
            "b",
            "n",
            "x",
            "b-1",
            "b007",
            "b0",
            "n99999999999999999999",
            "b" + TargetRow.prefillBucket(NOW),
            "x" + TargetRow.sequenceBucket(NOW),
            "e",
            "vblue",
            "vgreen",
            "v",
            "ccopy",
            "",
            "é€",
            "unknown");
    return names.get(random.nextInt(names.size()));
  }

  private Attribute hostileAttribute(int depth) {
    List<String> numbers =
        List.of(
            "0",
            "1",
            "-1",
            "1.5",
            "128",
            "1E+125",
            "-1E+125",
            "1E-130",
            "9999999999999999999",
            "1E+999999999",
            "99999999999999999999999999999999999999",
            "1893456000");
    return switch (random.nextInt(depth == 0 ? 6 : 8)) {
      case 0 -> new Attribute.Text("v".repeat(random.nextInt(3)));
      case 1, 2, 3 -> new Attribute.Numeric(new BigDecimal(numbers.get(random.nextInt(12))));
      case 4 -> new Attribute.Bytes(new byte[random.nextInt(2) * 16 + random.nextInt(2)]);
      case 5 -> random.nextBoolean() ? new Attribute.Flag(true) : new Attribute.Opaque();
      default -> {
        Map<String, Attribute> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          fields.put(hostileName(), hostileAttribute(depth - 1));
        }
        yield new Attribute.Fields(fields);
      }
    };
  }

  private Map<Long, Long> buckets(long current, int horizon) {
    Map<Long, Long> buckets = new HashMap<>();
    for (int i = 0; i < horizon; i++) {
      if (random.nextBoolean()) {
        buckets.put(current - i, random.nextLong(-1000, 1_000_000));
      }
    }
    return buckets;
  }
}
