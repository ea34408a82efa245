package dev.warmpath.bench.cost;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Figures as text. */
final class Figures {
  private Figures() {}

  /** A row of a Markdown table. */
  static String row(String format, Object... cells) {
    return String.format(Locale.ROOT, "| " + format + " |%n", cells);
  }

  /** All figures of a run's traffic, by name. */
  static Map<String, Object> of(TableTraffic traffic) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("requests", traffic.requests().size());
    figures.put("simulatedSeconds", traffic.seconds());
    figures.put("reads", spread(traffic, RequestTraffic::reads));
    figures.put("readUnits", spread(traffic, RequestTraffic::readUnits));
    figures.put("prefixWrites", spread(traffic, RequestTraffic::prefixWrites));
    figures.put("targetWrites", spread(traffic, RequestTraffic::targetWrites));
    figures.put("writeUnits", spread(traffic, RequestTraffic::writeUnits));
    figures.put("seconds", spread(traffic, RequestTraffic::seconds));
    figures.put("decideMicros", spread(traffic, RequestTraffic::decideMicros));
    figures.put("tableMicros", spread(traffic, RequestTraffic::tableMicros));
    figures.put("prefixRows", traffic.prefixRows());
    figures.put("hottestPrefixRowWritesPerSecond", traffic.hottestPrefix());
    figures.put("hottestTargetRowWritesPerSecond", traffic.hottestTarget());
    return figures;
  }

  private static Map<String, Object> spread(
      TableTraffic traffic, ToDoubleFunction<RequestTraffic> figure) {
    Map<String, Object> spread = new LinkedHashMap<>();
    spread.put("mean", traffic.mean(figure));
    spread.put("p50", traffic.at(0.5, figure));
    spread.put("p99", traffic.at(0.99, figure));
    return spread;
  }
}
