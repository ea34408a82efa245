package dev.warmpath.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What all routers together know of one target.
 *
 * <p>Load is kept in buckets by the time at which work started, so that every write is an addition
 * and a crashed router's work leaves with its bucket.
 *
 * @param target who
 * @param clock tokens inserted into its cache so far: uncached prompt tokens and output tokens
 * @param generation how often the cache was found empty
 * @param prefill uncached prompt tokens, in tokens of short context, by the two seconds in which
 *     their request started
 * @param sequences running requests by the two minutes in which they started
 * @param context prompt and output tokens of running requests by the two minutes in which they
 *     started
 * @param inserted tokens inserted into its cache by the two minutes in which their request ended:
 *     how the work of the last minutes was spread
 * @param draining whether an operator takes the target out of service
 * @param health whether it serves
 * @param learned what its answers have taught
 */
public record TargetRow(
    TargetId target,
    long clock,
    long generation,
    Map<Long, Long> prefill,
    Map<Long, Long> sequences,
    Map<Long, Long> context,
    Map<Long, Long> inserted,
    boolean draining,
    Health health,
    Learned learned) {
  /** The width of a bucket of prefill tokens. */
  public static final Duration PREFILL_BUCKET = Duration.ofSeconds(2);

  /** How long a bucket of prefill tokens counts: longer queues look as long as this. */
  public static final Duration PREFILL_HORIZON = Duration.ofSeconds(64);

  /** The width of a bucket of sequences, of context and of inserted tokens. */
  public static final Duration SEQUENCE_BUCKET = Duration.ofMinutes(2);

  /** How long a sequence counts: SageMaker ends streams after 8 minutes. */
  public static final Duration SEQUENCE_HORIZON = Duration.ofMinutes(10);

  /** How many buckets of prefill tokens count: dividing durations is slow. */
  public static final int PREFILL_BUCKETS = (int) PREFILL_HORIZON.dividedBy(PREFILL_BUCKET);

  /** How many buckets of sequences count. */
  public static final int SEQUENCE_BUCKETS = (int) SEQUENCE_HORIZON.dividedBy(SEQUENCE_BUCKET);

  /** Copies the buckets. */
  public TargetRow {
    prefill = Map.copyOf(prefill);
    sequences = Map.copyOf(sequences);
    context = Map.copyOf(context);
    inserted = Map.copyOf(inserted);
  }

  /** The row of a target that never failed and of which nothing was learned. */
  public TargetRow(
      TargetId target,
      long clock,
      long generation,
      Map<Long, Long> prefill,
      Map<Long, Long> sequences,
      Map<Long, Long> context,
      Map<Long, Long> inserted,
      boolean draining) {
    this(
        target,
        clock,
        generation,
        prefill,
        sequences,
        context,
        inserted,
        draining,
        Health.GOOD,
        Learned.NOTHING);
  }

  /** The row of a target nobody has written yet. */
  public static TargetRow unknown(TargetId target) {
    return new TargetRow(target, 0, 0, Map.of(), Map.of(), Map.of(), Map.of(), false);
  }

  /** This row with another health. */
  public TargetRow with(Health other) {
    return new TargetRow(
        target, clock, generation, prefill, sequences, context, inserted, draining, other, learned);
  }

  /** This row with other lessons. */
  public TargetRow with(Learned other) {
    return new TargetRow(
        target, clock, generation, prefill, sequences, context, inserted, draining, health, other);
  }

  /** The bucket of prefill tokens that an instant falls into. */
  public static long prefillBucket(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), PREFILL_BUCKET.toMillis());
  }

  /** The bucket of sequences that an instant falls into. */
  public static long sequenceBucket(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), SEQUENCE_BUCKET.toMillis());
  }

  /** Tokens inserted within the last minutes, as far as their buckets still count; at least 0. */
  public long recentlyInserted(Instant now) {
    long current = sequenceBucket(now);
    long oldest = current - SEQUENCE_BUCKETS;
    long sum = 0;
    for (Map.Entry<Long, Long> bucket : inserted.entrySet()) {
      if (bucket.getKey() > oldest && bucket.getKey() <= current) {
        sum += Math.max(0, bucket.getValue());
      }
    }
    return sum;
  }
}
