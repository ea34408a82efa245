package dev.warmpath.table;

import dev.warmpath.routing.Health;
import dev.warmpath.routing.Learned;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Target rows as items.
 *
 * <p>Each bucket is an attribute of its own, named by a letter and the bucket's number, so that
 * every write is an addition. Attributes of other names are ignored.
 */
public final class TargetRowCodec {
  static final String CLOCK = "c";

  static final String GENERATION = "g";
  static final String FAULTS = "f";
  static final String OPEN_UNTIL = "o";
  static final String PROBE_UNTIL = "q";
  static final String BUSY_UNTIL = "y";
  static final String CAPACITY = "k";
  static final String PREFILL_RATE = "r";
  static final String COLD_CLAIMS = "w";
  static final String COLD_SINCE = "s";

  static final String DRAINING = "off";
  static final String LAST_ACTION = "a";
  static final String LAST_ACTION_AT = "t";

  /** What a row is still a row without. */
  private static final List<String> SIDE_NOTES =
      List.of(
          FAULTS,
          OPEN_UNTIL,
          PROBE_UNTIL,
          BUSY_UNTIL,
          CAPACITY,
          PREFILL_RATE,
          COLD_CLAIMS,
          COLD_SINCE);

  private TargetRowCodec() {}

  /** The kinds of bucket in a row. */
  enum Bucket {
    PREFILL('b', TargetRow.PREFILL_BUCKET, TargetRow.PREFILL_HORIZON),
    SEQUENCES('n', TargetRow.SEQUENCE_BUCKET, TargetRow.SEQUENCE_HORIZON),
    CONTEXT('x', TargetRow.SEQUENCE_BUCKET, TargetRow.SEQUENCE_HORIZON),
    INSERTED('i', TargetRow.SEQUENCE_BUCKET, TargetRow.SEQUENCE_HORIZON);

    private static final int MAX_DIGITS = 12;

    private final char letter;
    private final Duration width;
    private final long horizon;

    Bucket(char letter, Duration width, Duration horizon) {
      this.letter = letter;
      this.width = width;
      this.horizon = horizon.toMillis() / width.toMillis();
    }

    /** The number of the bucket that an instant falls into. */
    long at(Instant time) {
      return Math.floorDiv(time.toEpochMilli(), width.toMillis());
    }

    /** The name of a bucket's attribute. */
    String name(long number) {
      return letter + Long.toString(number);
    }

    /**
     * Whether a bucket may still count for somebody: it is within its horizon, or as little ahead
     * as a wrong clock might put it.
     */
    boolean isLive(long number, Instant now) {
      return Math.abs(number - at(now)) < horizon;
    }

    /** The number of the bucket of that name, if it is one of this kind. */
    OptionalLong number(String name) {
      boolean isOne =
          name.length() > 1
              && name.length() <= 1 + MAX_DIGITS
              && name.charAt(0) == letter
              && hasOnlyDigitsBehindTheLetter(name)
              && (name.charAt(1) != '0' || name.length() == 2);
      return isOne ? OptionalLong.of(Long.parseLong(name.substring(1))) : OptionalLong.empty();
    }

    private static boolean hasOnlyDigitsBehindTheLetter(String name) {
      for (int i = 1; i < name.length(); i++) {
        if (name.charAt(i) < '0' || name.charAt(i) > '9') {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Writes a row.
   *
   * @param expiresAt the row's end
   */
  public static Item encode(TargetRow row, Instant expiresAt) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put(Item.KEY, new Attribute.Text(RowKeys.target(row.target())));
    attributes.put(CLOCK, Attribute.of(Bounds.count(row.clock())));
    attributes.put(GENERATION, Attribute.of(Math.clamp(row.generation(), 0, Bounds.GENERATION)));
    attributes.put(DRAINING, new Attribute.Flag(row.draining()));
    attributes.put(Item.TTL, Attribute.of(Bounds.seconds(expiresAt)));
    row.prefill().forEach((n, v) -> attributes.put(Bucket.PREFILL.name(n), Attribute.of(v)));
    row.sequences().forEach((n, v) -> attributes.put(Bucket.SEQUENCES.name(n), Attribute.of(v)));
    row.context().forEach((n, v) -> attributes.put(Bucket.CONTEXT.name(n), Attribute.of(v)));
    row.inserted().forEach((n, v) -> attributes.put(Bucket.INSERTED.name(n), Attribute.of(v)));
    encode(attributes, row.health());
    encode(attributes, row.learned());
    return new Item(attributes);
  }

  private static void encode(Map<String, Attribute> attributes, Health health) {
    put(attributes, FAULTS, Math.min(health.faults(), Bounds.ROW));
    put(attributes, OPEN_UNTIL, Bounds.millis(health.openUntil()));
    put(attributes, PROBE_UNTIL, Bounds.millis(health.probeUntil()));
    put(attributes, BUSY_UNTIL, Bounds.millis(health.busyUntil()));
  }

  private static void encode(Map<String, Attribute> attributes, Learned learned) {
    put(attributes, CAPACITY, Bounds.count(learned.capacityTokens()));
    put(attributes, PREFILL_RATE, Math.min(learned.prefillTokensPerSecond(), Bounds.RATE));
    put(attributes, COLD_CLAIMS, Math.min(learned.coldClaims(), Bounds.ROW));
    put(attributes, COLD_SINCE, Bounds.count(learned.coldSince()));
  }

  /** Nothing is written of what is not so: most rows are healthy. */
  private static void put(Map<String, Attribute> attributes, String name, long value) {
    if (value > 0) {
      attributes.put(name, Attribute.of(value));
    }
  }

  /**
   * Reads a row; buckets past their horizon are left out, whether or not they were removed yet.
   * What is missing or cannot be understood of health and lessons counts as unknown.
   *
   * @param target whose row it is
   * @param now the reader's time
   */
  public static Decoded<TargetRow> decode(TargetId target, Item item, Instant now) {
    if (isSpoilt(item, CLOCK) || isSpoilt(item, GENERATION)) {
      return new Decoded.Unreadable<>();
    }
    Map<Bucket, Map<Long, Long>> buckets = new HashMap<>();
    boolean whole = SIDE_NOTES.stream().noneMatch(name -> isSpoilt(item, name));
    for (String name : item.attributes().keySet()) {
      for (Bucket kind : Bucket.values()) {
        OptionalLong number = kind.number(name);
        if (number.isPresent() && kind.isLive(number.getAsLong(), now)) {
          OptionalLong value = item.number(name, -Bounds.COUNT, Bounds.COUNT);
          value.ifPresent(
              v -> buckets.computeIfAbsent(kind, k -> new HashMap<>()).put(number.getAsLong(), v));
          whole &= value.isPresent();
        }
      }
    }
    TargetRow row =
        new TargetRow(
            target,
            item.number(CLOCK, 0, Bounds.COUNT).orElse(0),
            item.number(GENERATION, 0, Bounds.GENERATION).orElse(0),
            buckets.getOrDefault(Bucket.PREFILL, Map.of()),
            buckets.getOrDefault(Bucket.SEQUENCES, Map.of()),
            buckets.getOrDefault(Bucket.CONTEXT, Map.of()),
            buckets.getOrDefault(Bucket.INSERTED, Map.of()),
            item.find(DRAINING).equals(Optional.of(new Attribute.Flag(true))),
            health(item),
            learned(item));
    return new Decoded.Row<>(row, whole);
  }

  /** What an operator did last to a row's target. */
  static Optional<Inventory.LastAction> lastAction(Item item) {
    return item.find(LAST_ACTION).orElse(new Attribute.Opaque()) instanceof Attribute.Text(var name)
        ? Optional.of(new Inventory.LastAction(name, time(item, LAST_ACTION_AT)))
        : Optional.empty();
  }

  /** The names of a row's buckets that count for nobody any more, oldest first. */
  static Set<String> deadBuckets(Item item, Instant now) {
    Set<String> dead = new TreeSet<>();
    for (String name : item.attributes().keySet()) {
      for (Bucket kind : Bucket.values()) {
        OptionalLong number = kind.number(name);
        if (number.isPresent() && !kind.isLive(number.getAsLong(), now)) {
          dead.add(name);
        }
      }
    }
    return dead;
  }

  private static Health health(Item item) {
    return new Health(
        item.number(FAULTS, 0, Bounds.ROW).orElse(0),
        time(item, OPEN_UNTIL),
        time(item, PROBE_UNTIL),
        time(item, BUSY_UNTIL));
  }

  private static Learned learned(Item item) {
    return new Learned(
        item.number(CAPACITY, 0, Bounds.COUNT).orElse(0),
        item.number(PREFILL_RATE, 0, Bounds.RATE).orElse(0),
        item.number(COLD_CLAIMS, 0, Bounds.ROW).orElse(0),
        item.number(COLD_SINCE, 0, Bounds.COUNT).orElse(0));
  }

  private static Instant time(Item item, String name) {
    return Instant.ofEpochMilli(item.number(name, 0, Bounds.MILLIS).orElse(0));
  }

  private static boolean isSpoilt(Item item, String name) {
    return item.has(name) && item.number(name, 0, 1).isEmpty();
  }
}
