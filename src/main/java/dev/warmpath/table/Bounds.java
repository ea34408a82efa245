package dev.warmpath.table;

import java.time.Instant;

/**
 * The largest numbers that rows hold. They bound an item's size, since a number's size grows with
 * its digits, and keep sums of absurd numbers from overflowing.
 */
final class Bounds {
  /** The largest count of tokens or versions: 15 digits. */
  static final long COUNT = 999_999_999_999_999L;

  /** The largest generation: 9 digits. */
  static final long GENERATION = 999_999_999L;

  /** The largest number of calls or claims in a row: 6 digits. */
  static final long ROW = 999_999L;

  /** The largest number of tokens in a second: 9 digits. */
  static final long RATE = 999_999_999L;

  /** The latest time in seconds since 1970: 10 digits, the year 2286. */
  static final long SECONDS = 9_999_999_999L;

  /** The latest time in milliseconds since 1970: 13 digits, the year 2286. */
  static final long MILLIS = 9_999_999_999_999L;

  private Bounds() {}

  /** The whole seconds of a time, cut to what a row can hold. */
  static long seconds(Instant time) {
    return Math.clamp(time.getEpochSecond(), 0, SECONDS);
  }

  /** The milliseconds of a time, cut to what a row can hold. */
  static long millis(Instant time) {
    // A time far away does not fit into a long of milliseconds.
    return time.getEpochSecond() > SECONDS
        ? MILLIS
        : Math.clamp(1000 * seconds(time) + time.getNano() / 1_000_000, 0, MILLIS);
  }

  /** A count, cut to what a row can hold. */
  static long count(long value) {
    return Math.clamp(value, 0, COUNT);
  }
}
