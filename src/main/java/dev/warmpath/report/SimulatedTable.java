package dev.warmpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Lays simulated results out as a table, for a terminal or as Markdown. */
public final class SimulatedTable {
  private static final List<String> HEADS =
      List.of(
          "policy",
          "load",
          "hit",
          "of ideal",
          "TTFT p50 s",
          "p90 s",
          "p90 over seeds",
          "p99 s",
          "ITL ms",
          "busy",
          "max/mean work",
          "requests",
          "outstanding",
          "done/s",
          "shed");

  private SimulatedTable() {}

  /** The table for a terminal, without a line break at the end. */
  public static String of(List<SimulatedResult> results) {
    return TextTable.of(rows(results));
  }

  /** The table as Markdown. */
  public static String markdown(List<SimulatedResult> results) {
    return TextTable.markdown(rows(results));
  }

  private static List<List<String>> rows(List<SimulatedResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADS);
    results.forEach(result -> rows.add(row(result)));
    return rows;
  }

  private static List<String> row(SimulatedResult result) {
    PolicyResult medians = result.medians();
    Map<String, Spread> spreads = result.spreads();
    return List.of(
        medians.name(),
        trimmed(result.load()),
        decimals(3, medians.hitRate()),
        medians.idealHitRate() == 0
            ? "-"
            : decimals(0, 100 * medians.hitRate() / medians.idealHitRate()) + " %",
        decimals(2, medians.ttft().p50()),
        decimals(2, medians.ttft().p90()),
        Optional.ofNullable(spreads.get("ttftP90Seconds"))
            .map(s -> decimals(2, s.least()) + " to " + decimals(2, s.most()))
            .orElse("-"),
        decimals(2, medians.ttft().p99()),
        median(spreads, "interTokenMillis", 0),
        median(spreads, "utilisation", 2),
        decimals(2, medians.workMaxOverMean()),
        median(spreads, "requestsMaxOverMean", 2),
        median(spreads, "outstandingMaxOverMean", 2),
        decimals(2, medians.requestsPerSecond()),
        median(spreads, "shed", 0));
  }

  private static String median(Map<String, Spread> spreads, String name, int decimals) {
    return Optional.ofNullable(spreads.get(name))
        .map(spread -> decimals(decimals, spread.median()))
        .orElse("-");
  }

  private static String trimmed(double load) {
    return load == Math.rint(load) ? decimals(0, load) : decimals(2, load);
  }

  private static String decimals(int digits, double value) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
