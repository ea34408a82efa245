package dev.warmpath.router;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The router's two clocks.
 *
 * @param wall what rows are stamped with; may jump
 * @param nanos what durations are measured with, in nanoseconds; never runs backwards
 */
public record RouterClock(InstantSource wall, LongSupplier nanos) {
  /** The time of day. */
  public Instant now() {
    return wall.instant();
  }

  /** A reading to measure from. */
  long start() {
    return nanos.getAsLong();
  }

  /** The time since a reading. */
  Duration since(long start) {
    return Duration.ofNanos(nanos.getAsLong() - start);
  }
}
