package dev.warmpath.report;

/**
 * A figure measured several times.
 *
 * @param median the figure to report
 * @param low the lower end of its interval, at most the median
 * @param high the upper end, at least the median
 */
public record Interval(double median, double low, double high) {
  /** Rejects what is no interval. */
  public Interval {
    if (!(low <= median && median <= high)) {
      throw new IllegalArgumentException(
          "an interval must be ordered but was %s, %s, %s".formatted(low, median, high));
    }
  }

  /** A figure measured once. */
  public static Interval exactly(double value) {
    return new Interval(value, value, value);
  }
}
