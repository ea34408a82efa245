package dev.warmpath.bench;

import java.util.Collection;

/**
 * Times in order, by nearest rank.
 *
 * @param sorted milliseconds, not empty
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record Percentiles(double[] sorted) {
  /** Of some times in nanoseconds, at least one. */
  static Percentiles ofNanos(Collection<Long> nanos) {
    double[] millis = nanos.stream().mapToDouble(n -> n / 1e6).sorted().toArray();
    if (millis.length == 0) {
      throw new IllegalArgumentException("there must be a time at least");
    }
    return new Percentiles(millis);
  }

  /** The time that a share of all does not exceed, in milliseconds. */
  double at(double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }
}
