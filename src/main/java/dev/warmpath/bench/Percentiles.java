package dev.warmpath.bench;

import java.util.Arrays;
import java.util.Collection;

/**
 * Values in order, by nearest rank.
 *
 * @param sorted not empty
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record Percentiles(double[] sorted) {
  /** Of some times in nanoseconds, at least one. */
  static Percentiles ofNanos(Collection<Long> nanos) {
    return of(nanos.stream().mapToDouble(n -> n / 1e6).toArray());
  }

  /** Of some values in any order, at least one. */
  public static Percentiles of(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("there must be a value at least");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Percentiles(sorted);
  }

  /** The value that a share of all does not exceed. */
  public double at(double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }
}
