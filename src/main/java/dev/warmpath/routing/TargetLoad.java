package dev.warmpath.routing;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/**
 * The work waiting at one target at one instant, as far as the table tells.
 *
 * @param queuedPrefillTokens uncached prompt tokens not yet computed, at least 0; what could be
 *     computed while the target asks to be spared counts as well
 * @param sequences running requests, at least 0
 * @param contextTokens tokens of running requests, which pin cache memory, at least 0
 */
public record TargetLoad(double queuedPrefillTokens, long sequences, long contextTokens) {

  /**
   * Reads the load off a row.
   *
   * <p>Prefill is a fluid queue: each bucket's tokens join it in the middle of the bucket's time
   * and it drains at the given rate, so that work ends by itself at its predicted end. Buckets
   * beyond their horizon, and buckets of the future that only a wrong clock can have written, count
   * for nothing. The time for which a busy target asks to be spared waits in the queue too.
   *
   * @param prefillTokensPerSecond how fast the target computes uncached prompt tokens, positive
   */
  public static TargetLoad of(TargetRow row, Instant now, double prefillTokensPerSecond) {
    return new TargetLoad(
        queued(row.prefill(), now, prefillTokensPerSecond)
            + row.health().busy(now).toMillis() / 1000.0 * prefillTokensPerSecond,
        recent(row.sequences(), now),
        recent(row.context(), now));
  }

  private static double queued(Map<Long, Long> buckets, Instant now, double rate) {
    if (buckets.isEmpty()) {
      return 0;
    }
    long current = TargetRow.prefillBucket(now);
    long oldest = current - TargetRow.PREFILL_BUCKETS;
    double width = TargetRow.PREFILL_BUCKET.toMillis() / 1000.0;
    double nowSeconds = now.toEpochMilli() / 1000.0;
    double queue = 0;
    double last = oldest * width;
    for (long at : counted(buckets, oldest, current)) {
      // Of the bucket under way, only the time up to now can have brought work.
      double arrival = (at * width + Math.min((at + 1) * width, nowSeconds)) / 2;
      long tokens = Math.max(0, buckets.getOrDefault(at, 0L));
      queue = Math.max(0, queue - (arrival - last) * rate) + tokens;
      last = arrival;
    }
    return Math.max(0, queue - (nowSeconds - last) * rate);
  }

  /** The buckets later than the oldest, up to the current one, ascending. */
  private static long[] counted(Map<Long, Long> buckets, long oldest, long current) {
    long[] keys = new long[buckets.size()];
    int count = 0;
    for (long at : buckets.keySet()) {
      if (at > oldest && at <= current) {
        keys[count++] = at;
      }
    }
    Arrays.sort(keys, 0, count);
    return Arrays.copyOf(keys, count);
  }

  private static long recent(Map<Long, Long> buckets, Instant now) {
    long current = TargetRow.sequenceBucket(now);
    long oldest = current - TargetRow.SEQUENCE_BUCKETS;
    long sum = 0;
    for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
      if (bucket.getKey() > oldest && bucket.getKey() <= current) {
        sum += Math.max(0, bucket.getValue());
      }
    }
    return sum;
  }
}
