package dev.warmpath.table;

import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

  private static final String GENERATION = "g";
  private static final String DRAINING = "off";

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
      this.horizon = horizon.dividedBy(width);
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
              && name.chars().skip(1).allMatch(c -> c >= '0' && c <= '9')
              && (name.charAt(1) != '0' || name.length() == 2);
      return isOne ? OptionalLong.of(Long.parseLong(name.substring(1))) : OptionalLong.empty();
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
    return new Item(attributes);
  }

  /**
   * Reads a row; buckets past their horizon are left out, whether or not they were removed yet.
   *
   * @param target whose row it is
   * @param now the reader's time
   */
  public static Decoded<TargetRow> decode(TargetId target, Item item, Instant now) {
    if (isSpoilt(item, CLOCK) || isSpoilt(item, GENERATION)) {
      return new Decoded.Unreadable<>();
    }
    Map<Bucket, Map<Long, Long>> buckets = new HashMap<>();
    boolean whole = true;
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
            item.find(DRAINING).equals(Optional.of(new Attribute.Flag(true))));
    return new Decoded.Row<>(row, whole);
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

  private static boolean isSpoilt(Item item, String name) {
    return item.has(name) && item.number(name, 0, 1).isEmpty();
  }
}
