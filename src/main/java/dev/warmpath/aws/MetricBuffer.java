package dev.warmpath.aws;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measurements that wait to be sent, summed up by metric, dimensions, minute and value.
 *
 * <p>Holds a bounded number of distinct values; beyond it the oldest data go, counted. Writes
 * guarded by this; nothing in here waits for anything.
 */
final class MetricBuffer {
  /** How old the oldest measurement may grow before all are due. */
  static final Duration DUE_AFTER = Duration.ofSeconds(10);

  /** Distinct values held at most: some megabytes. */
  static final int MAX_VALUES = 60_000;

  private final String endpoint;
  private final int maxValues;
  private Map<Datum.Key, Map<Double, Long>> waiting = new LinkedHashMap<>();
  private TableUnits reportedUnits = TableUnits.NONE;
  private Instant oldest = Instant.MAX;
  private boolean isFirst = true;
  private int values;
  private long dropped;

  /**
   * Makes an empty buffer.
   *
   * @param endpoint to which belongs what is about no target
   * @param maxValues how many distinct values it holds, positive
   */
  MetricBuffer(String endpoint, int maxValues) {
    this.endpoint = endpoint;
    this.maxValues = maxValues;
  }

  /** Takes in what a request measures, for its endpoint and for its target if it went to one. */
  void record(RouteReport report, Instant now) {
    List<Series> series =
        report.target().map(Series::of).orElse(List.of(Series.ofEndpoint(endpoint)));
    add(series, RouteMeasurements.of(report), report.at(), now);
  }

  /** Takes in one trouble. */
  void count(Trouble trouble, Instant now) {
    add(List.of(RouteMeasurements.of(trouble)), now);
  }

  private synchronized void add(
      List<Series> series, List<Measurement> measurements, Instant at, Instant now) {
    Instant minute = at.truncatedTo(ChronoUnit.MINUTES);
    for (Series one : series) {
      for (Measurement m : measurements) {
        put(new Datum.Key(m.metric(), one, minute), m.value(), m.weight());
      }
    }
    if (!measurements.isEmpty()) {
      oldest = now.isBefore(oldest) ? now : oldest;
    }
    dropOldest();
  }

  /** What is about no target is about the endpoint. */
  private void add(List<Measurement> measurements, Instant now) {
    add(List.of(Series.ofEndpoint(endpoint)), measurements, now, now);
  }

  /** Takes in what the table has consumed since the last time. */
  synchronized void addUnits(TableUnits units, Instant now) {
    add(RouteMeasurements.of(reportedUnits, units), now);
    reportedUnits =
        new TableUnits(
            Math.max(reportedUnits.read(), units.read()),
            Math.max(reportedUnits.write(), units.write()));
  }

  /** Counts data that could not be kept or delivered. */
  synchronized void countDropped(long samples) {
    dropped += samples;
  }

  /** Whether something waits that is old enough, or is the first ever. */
  synchronized boolean isDue(Instant now) {
    // The clock may have been set back: then the distance tells as much as the age.
    return !waiting.isEmpty()
        && (isFirst || Duration.between(oldest, now).abs().compareTo(DUE_AFTER) >= 0);
  }

  /** Takes everything out. */
  synchronized List<Datum> take(Instant now) {
    if (dropped > 0) {
      long count = dropped;
      dropped = 0;
      add(List.of(Measurement.count(MetricName.DROPPED_METRICS, count)), now);
    }
    List<Datum> data =
        waiting.entrySet().stream().map(e -> datum(e.getKey(), e.getValue())).toList();
    isFirst = isFirst && data.isEmpty();
    clear();
    return data;
  }

  /** Puts back what could not be sent; it is due again in a while, not at once. */
  synchronized void restore(List<Datum> unsent, Instant now) {
    Map<Datum.Key, Map<Double, Long>> newer = waiting;
    clear();
    unsent.forEach(d -> d.samples().forEach(s -> put(d.key(), s.value(), s.weight())));
    newer.forEach((key, samples) -> samples.forEach((value, n) -> put(key, value, n)));
    if (!waiting.isEmpty()) {
      oldest = now;
    }
    dropOldest();
  }

  private void put(Datum.Key key, double value, long weight) {
    Map<Double, Long> samples = waiting.computeIfAbsent(key, k -> new LinkedHashMap<>());
    if (samples.merge(value, weight, Long::sum) == weight) {
      values++;
    }
  }

  private void dropOldest() {
    Iterator<Map<Double, Long>> eldest = waiting.values().iterator();
    while (values > maxValues && eldest.hasNext()) {
      int lost = eldest.next().size();
      eldest.remove();
      values -= lost;
      dropped += lost;
    }
  }

  private void clear() {
    waiting = new LinkedHashMap<>();
    values = 0;
    oldest = Instant.MAX;
  }

  private static Datum datum(Datum.Key key, Map<Double, Long> samples) {
    List<Datum.Sample> all = new ArrayList<>(samples.size());
    samples.forEach((value, weight) -> all.add(new Datum.Sample(value, weight)));
    return new Datum(key, all);
  }
}
