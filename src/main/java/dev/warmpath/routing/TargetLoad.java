package dev.warmpath.routing;

import java.time.Instant;
import java.util.Map;

/**
 * The work waiting at one target at one instant, as far as the table tells.
 *
 * @param queuedPrefillTokens uncached prompt tokens not yet computed, at least 0; what could be
 *     computed while the target asks to be spared counts as well
 * @param sequences running requests, at least 0
 * @param contextTokens tokens of requests that run or wait, at least 0; without cached
 *     instructions, which many requests pin together
 */
public record TargetLoad(double queuedPrefillTokens, long sequences, long contextTokens) {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final double BUCKET_SECONDS =
      TargetRow.PREFILL_BUCKET.toMillis() / MILLIS_PER_SECOND;

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

  /**
   * How many tokens of the cache running requests pin, at least 0: all else is evicted from what is
   * left. Prompts that are still to be computed pin nothing yet. An estimate, since rows do not
   * tell which requests run and which wait.
   */
  double pinnedTokens() {
    return Math.max(0, contextTokens - queuedPrefillTokens);
  }

  private static double queued(Map<Long, Long> buckets, Instant now, double rate) {
    long current = TargetRow.prefillBucket(now);
    long oldest = current - TargetRow.PREFILL_BUCKETS;
    long[] arrived = new long[TargetRow.PREFILL_BUCKETS];
    for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
      long at = bucket.getKey();
      if (at > oldest && at <= current) {
        arrived[(int) (at - oldest) - 1] = Math.max(0, bucket.getValue());
      }
    }
    double nowSeconds = now.toEpochMilli() / MILLIS_PER_SECOND;
    double queue = 0;
    double last = oldest * BUCKET_SECONDS;
    for (int i = 0; i < arrived.length; i++) {
      if (arrived[i] > 0) {
        double start = (oldest + 1 + i) * BUCKET_SECONDS;
        // Of the bucket under way, only the time up to now can have brought work.
        double arrival = (start + Math.min(start + BUCKET_SECONDS, nowSeconds)) / 2;
        queue = Math.max(0, queue - (arrival - last) * rate) + arrived[i];
        last = arrival;
      }
    }
    return Math.max(0, queue - (nowSeconds - last) * rate);
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
