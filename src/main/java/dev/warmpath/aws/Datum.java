package dev.warmpath.aws;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of one metric in one minute.
 *
 * @param key of what, where and when
 * @param samples distinct values, with their weights
 */
record Datum(Key key, List<Sample> samples) {

  /**
   * What a datum is about.
   *
   * @param metric which metric
   * @param series its dimensions
   * @param minute the minute's start
   */
  record Key(MetricName metric, Series series, Instant minute) {}

  /**
   * A value and how many samples have it.
   *
   * @param value finite
   * @param weight positive
   */
  record Sample(double value, long weight) {}

  Datum {
    samples = List.copyOf(samples);
  }

  /** The same values in data of at most so many values each. */
  List<Datum> split(int mostValues) {
    List<Datum> parts = new ArrayList<>();
    for (int from = 0; from < samples.size(); from += mostValues) {
      parts.add(new Datum(key, samples.subList(from, Math.min(from + mostValues, samples.size()))));
    }
    return parts;
  }
}
