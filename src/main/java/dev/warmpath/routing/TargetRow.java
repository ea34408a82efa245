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
 * @param prefill uncached prompt tokens by the second in which their request started
 * @param sequences running requests by the minute in which they started
 * @param context prompt and output tokens of running requests by the minute in which they started
 * @param draining whether an operator takes the target out of service
 */
public record TargetRow(
    TargetId target,
    long clock,
    long generation,
    Map<Long, Long> prefill,
    Map<Long, Long> sequences,
    Map<Long, Long> context,
    boolean draining) {
  /** The width of a bucket of prefill tokens. */
  public static final Duration PREFILL_BUCKET = Duration.ofSeconds(1);

  /** How long a bucket of prefill tokens counts. */
  public static final Duration PREFILL_HORIZON = Duration.ofSeconds(32);

  /** The width of a bucket of sequences. */
  public static final Duration SEQUENCE_BUCKET = Duration.ofMinutes(1);

  /** How long a sequence counts: SageMaker ends streams after 8 minutes. */
  public static final Duration SEQUENCE_HORIZON = Duration.ofMinutes(9);

  /** Copies the buckets. */
  public TargetRow {
    prefill = Map.copyOf(prefill);
    sequences = Map.copyOf(sequences);
    context = Map.copyOf(context);
  }

  /** The row of a target nobody has written yet. */
  public static TargetRow unknown(TargetId target) {
    return new TargetRow(target, 0, 0, Map.of(), Map.of(), Map.of(), false);
  }

  /** The bucket of prefill tokens that an instant falls into. */
  public static long prefillBucket(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), PREFILL_BUCKET.toMillis());
  }

  /** The bucket of sequences that an instant falls into. */
  public static long sequenceBucket(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), SEQUENCE_BUCKET.toMillis());
  }
}
