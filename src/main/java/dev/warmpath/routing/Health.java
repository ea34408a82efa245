package dev.warmpath.routing;

import java.time.Duration;
import java.time.Instant;

/**
 * What the calls of all routers say about a target's ability to serve.
 *
 * <p>All times are absolute, so that no reader needs to know when they were written. A time further
 * ahead than anybody may write it stems from a wrong clock and counts for nothing.
 *
 * @param faults calls in a row that failed by the target's fault, at least 0
 * @param openUntil until when no call is made once the faults are many
 * @param probeUntil until when somebody tries whether the target serves again
 * @param busyUntil until when the target asked to be spared
 */
public record Health(long faults, Instant openUntil, Instant probeUntil, Instant busyUntil) {
  /** Nothing bad is known. */
  public static final Health GOOD = new Health(0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);

  /** How long a target counts as busy at most, whatever it says. */
  public static final Duration LONGEST_BUSY_TIME = Duration.ofSeconds(60);

  /** This health while somebody tries the target. */
  public Health probedUntil(Instant until) {
    return new Health(faults, openUntil, until, busyUntil);
  }

  /** How much longer the target asks to be spared; at least zero. */
  public Duration busy(Instant now) {
    return isUnder(busyUntil, now, LONGEST_BUSY_TIME)
        ? shorter(Duration.between(now, busyUntil), LONGEST_BUSY_TIME)
        : Duration.ZERO;
  }

  /** Whether a span of at most some length, told by its end, is under way; clocks may differ. */
  public static boolean isUnder(Instant until, Instant now, Duration longest) {
    return until.isAfter(now) && !until.isAfter(now.plus(longest.multipliedBy(2)));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
