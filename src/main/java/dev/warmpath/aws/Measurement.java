package dev.warmpath.aws;

/**
 * One value of one metric.
 *
 * @param metric which
 * @param value finite
 * @param weight how many samples it stands for, positive; prompt tokens where it is a hit rate
 */
record Measurement(MetricName metric, double value, long weight) {

  /** One sample. */
  static Measurement of(MetricName metric, double value) {
    return new Measurement(metric, value, 1);
  }

  /** So many of something, as one sample. */
  static Measurement count(MetricName metric, long count) {
    return of(metric, (double) count);
  }

  /** One event. */
  static Measurement one(MetricName metric) {
    return count(metric, 1);
  }
}
