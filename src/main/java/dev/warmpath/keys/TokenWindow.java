package dev.warmpath.keys;

import java.time.Duration;
import java.time.Instant;

/** A stretch of time for which tokens are counted; the next begins from zero. */
public enum TokenWindow {
  /** A minute of the clock. */
  MINUTE(Duration.ofMinutes(1)),
  /** A day of UTC. */
  DAY(Duration.ofDays(1));

  private final Duration length;

  TokenWindow(Duration length) {
    this.length = length;
  }

  /** How many windows have begun since 1970: the number of the one that a time is in. */
  long number(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), length.toSeconds());
  }

  /** When the window that a time is in ends. */
  Instant end(Instant time) {
    return Instant.ofEpochSecond((number(time) + 1) * length.toSeconds());
  }
}
