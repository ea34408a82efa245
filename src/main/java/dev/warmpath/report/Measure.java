package dev.warmpath.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** What a chart shows of each point. */
enum Measure {
  TTFT_P50("ttft-p50", "Time to first token, median (seconds; lower is better)", Scale.LOGARITHMIC),
  TTFT_P90(
      "ttft-p90",
      "Time to first token, 90th percentile (seconds; lower is better)",
      Scale.LOGARITHMIC),
  HIT_RATE("hit-rate", "Cached share of prompt tokens (percent; higher is better)", Scale.PERCENT),
  BALANCE("balance", "Busiest engine's prefill over the mean (1 is even)", Scale.RATIO);

  /** How a measure is laid out. */
  enum Scale {
    /** Positive, over orders of magnitude. */
    LOGARITHMIC,
    /** 0 to 1. */
    PERCENT,
    /** 1 and more. */
    RATIO
  }

  /** Below a millisecond a time to the first token is the clock's noise. */
  private static final double LEAST_SECONDS = 0.001;

  private final String fileName;
  private final String title;
  private final Scale scale;

  Measure(String fileName, String title, Scale scale) {
    this.fileName = fileName;
    this.title = title;
    this.scale = scale;
  }

  String fileName() {
    return fileName;
  }

  String title() {
    return title;
  }

  boolean isLogarithmic() {
    return scale == Scale.LOGARITHMIC;
  }

  /** Where the axis begins, unless that is up to the figures. */
  double base() {
    return scale == Scale.RATIO ? 1 : 0;
  }

  /** The greatest figure of the points, intervals included, or more. */
  double top(List<PolicyPoint> points) {
    return points.stream().mapToDouble(point -> of(point).most()).reduce(leastTop(), Math::max);
  }

  /** The least figure of the points, intervals included. */
  double bottom(List<PolicyPoint> points) {
    return points.stream().mapToDouble(point -> of(point).least()).min().orElseThrow();
  }

  /** The figures of a point, as the axis counts them. */
  Spread of(PolicyPoint point) {
    Spread figures =
        switch (this) {
          case TTFT_P50 -> point.ttftP50();
          case TTFT_P90 -> point.ttftP90();
          case HIT_RATE -> point.hitRate();
          case BALANCE -> point.workMaxOverMean();
        };
    return new Spread(onAxis(figures.median()), onAxis(figures.least()), onAxis(figures.most()));
  }

  /** A figure as the axis counts it, with about three digits. */
  String text(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 || scale == Scale.PERCENT ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** The label of a tick; on a logarithmic axis only of 1, 2 and 5, for all have no room. */
  String tick(double value) {
    String digits = digits(value);
    return !isLogarithmic() || digits.matches("[0.]*[125]0*") ? digits : "";
  }

  /** A number without the hair by which binary fractions miss a short decimal. */
  static String digits(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  /** How far the axis reaches at least, so that mere noise does not fill it. */
  private double leastTop() {
    return switch (scale) {
      case LOGARITHMIC -> 0;
      case PERCENT -> 10;
      case RATIO -> 1.5;
    };
  }

  private double onAxis(double value) {
    return switch (scale) {
      case LOGARITHMIC -> Math.max(LEAST_SECONDS, value);
      case PERCENT -> 100 * value;
      case RATIO -> Math.max(1, value);
    };
  }
}
