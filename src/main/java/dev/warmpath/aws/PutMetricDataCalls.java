package dev.warmpath.aws;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;

/** Cuts data to what PutMetricData takes in one call. */
final class PutMetricDataCalls {
  /** Distinct values in one datum. */
  static final int MAX_VALUES = 150;

  /** Data in one call. */
  static final int MAX_DATA = 1000;

  /** Bytes in one call, with a tenth of CloudWatch's 1 MB to spare for what surrounds them. */
  static final int MAX_BYTES = 900_000;

  /** A value and its weight, each a double and its tag. */
  private static final int BYTES_PER_VALUE = 20;

  /** Field names, unit, timestamp and the like. */
  private static final int BYTES_PER_DATUM = 250;

  private PutMetricDataCalls() {}

  static List<List<Datum>> of(List<Datum> data) {
    List<List<Datum>> calls = new ArrayList<>();
    List<Datum> call = new ArrayList<>();
    int bytes = 0;
    for (Datum datum : data.stream().flatMap(d -> d.split(MAX_VALUES).stream()).toList()) {
      if (call.size() == MAX_DATA || (!call.isEmpty() && bytes + bytes(datum) > MAX_BYTES)) {
        calls.add(call);
        call = new ArrayList<>();
        bytes = 0;
      }
      call.add(datum);
      bytes += bytes(datum);
    }
    if (!call.isEmpty()) {
      calls.add(call);
    }
    return calls;
  }

  static MetricDatum datum(Datum datum) {
    MetricName metric = datum.key().metric();
    return MetricDatum.builder()
        .metricName(metric.published())
        .unit(metric.unit())
        .timestamp(datum.key().minute())
        .dimensions(dimensions(datum.key().series()))
        .values(datum.samples().stream().map(Datum.Sample::value).toList())
        .counts(datum.samples().stream().map(s -> (double) s.weight()).toList())
        .build();
  }

  private static List<Dimension> dimensions(Series series) {
    List<Dimension> dimensions = new ArrayList<>();
    dimensions.add(Dimension.builder().name("Endpoint").value(series.endpoint()).build());
    if (!series.isWholeEndpoint()) {
      dimensions.add(Dimension.builder().name("Variant").value(series.variant()).build());
    }
    return dimensions;
  }

  private static int bytes(Datum datum) {
    return BYTES_PER_DATUM
        + datum.key().metric().published().length()
        + datum.key().series().endpoint().length()
        + datum.key().series().variant().length()
        + BYTES_PER_VALUE * datum.samples().size();
  }
}
