package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One log line in CloudWatch's embedded metric format: metrics of one minute with the same
 * dimensions.
 */
final class EmfDocument {
  /** Metrics that one directive may name. */
  static final int MAX_METRICS = 100;

  /** Distinct values that one metric may have in one line. */
  static final int MAX_VALUES = 100;

  /** Distinct values in one line: keeps it far below the 256 KB at which Lambda cuts a line. */
  private static final int MAX_VALUES_IN_LINE = 2000;

  private final String namespace;
  private final Series series;
  private final Instant minute;
  private final Map<MetricName, Datum> data = new LinkedHashMap<>();
  private int values;

  private EmfDocument(String namespace, Series series, Instant minute) {
    this.namespace = namespace;
    this.series = series;
    this.minute = minute;
  }

  /** As few lines as hold the data. */
  static List<EmfDocument> of(String namespace, List<Datum> data) {
    List<EmfDocument> documents = new ArrayList<>();
    for (Datum datum : data.stream().flatMap(d -> d.split(MAX_VALUES).stream()).toList()) {
      EmfDocument document =
          documents.stream()
              .filter(d -> d.hasRoomFor(datum))
              .findFirst()
              .orElseGet(
                  () -> {
                    Datum.Key key = datum.key();
                    EmfDocument fresh = new EmfDocument(namespace, key.series(), key.minute());
                    documents.add(fresh);
                    return fresh;
                  });
      document.add(datum);
    }
    return documents;
  }

  /** The line, without its end. */
  String json() {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put(
        "_aws",
        Map.of("Timestamp", minute.toEpochMilli(), "CloudWatchMetrics", List.of(directive())));
    root.put("Endpoint", series.endpoint());
    if (!series.isWholeEndpoint()) {
      root.put("Variant", series.variant());
    }
    data.forEach((metric, datum) -> root.put(metric.published(), values(datum)));
    try {
      return JSON.std.asString(root);
    } catch (IOException e) {
      throw new UncheckedIOException("a map in memory could not be written as JSON", e);
    }
  }

  private boolean hasRoomFor(Datum datum) {
    return series.equals(datum.key().series())
        && minute.equals(datum.key().minute())
        && !data.containsKey(datum.key().metric())
        && data.size() < MAX_METRICS
        && values + datum.samples().size() <= MAX_VALUES_IN_LINE;
  }

  private void add(Datum datum) {
    data.put(datum.key().metric(), datum);
    values += datum.samples().size();
  }

  private Map<String, Object> directive() {
    List<Map<String, String>> metrics =
        data.keySet().stream().map(m -> Map.of("Name", m.published(), "Unit", m.unit())).toList();
    List<String> dimensions =
        series.isWholeEndpoint() ? List.of("Endpoint") : List.of("Endpoint", "Variant");
    return Map.of("Namespace", namespace, "Dimensions", List.of(dimensions), "Metrics", metrics);
  }

  private static Map<String, Object> values(Datum datum) {
    List<Double> values = datum.samples().stream().map(Datum.Sample::value).toList();
    List<Long> counts = datum.samples().stream().map(Datum.Sample::weight).toList();
    Map<String, Object> member = new LinkedHashMap<>();
    member.put("Values", values);
    member.put("Counts", counts);
    member.put("Max", values.stream().mapToDouble(v -> v).max().orElse(0));
    member.put("Min", values.stream().mapToDouble(v -> v).min().orElse(0));
    member.put("Count", counts.stream().mapToLong(c -> c).sum());
    member.put("Sum", datum.samples().stream().mapToDouble(s -> s.value() * s.weight()).sum());
    return member;
  }
}
