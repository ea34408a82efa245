package dev.warmpath.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * One measure over several runs.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param least the smallest
 * @param most the largest
 */
public record Spread(double median, double least, double most) {
  /** Rejects what is no spread. */
  public Spread {
    if (!(least <= median && median <= most)) {
      throw new IllegalArgumentException(
          "a spread must be ordered but was %s, %s, %s".formatted(median, least, most));
    }
  }

  /** A figure measured once. */
  public static Spread exactly(double value) {
    return new Spread(value, value, value);
  }

  /**
   * The spread of some values.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Spread of(DoubleStream values) {
    double[] sorted = values.toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("a spread needs at least one value");
    }
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
