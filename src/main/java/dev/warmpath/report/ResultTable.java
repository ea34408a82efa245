package dev.warmpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lays results out as a table of fixed columns for a terminal. */
public final class ResultTable {
  private static final List<String> HEADS =
      List.of(
          "policy",
          "hit rate",
          "of ideal",
          "TTFT p50",
          "p90",
          "p99",
          "busiest/mean",
          "req/s",
          "router",
          "errors");

  private ResultTable() {}

  /** The table, a line each, without a line break at the end. */
  public static String of(List<PolicyResult> policies) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADS);
    policies.forEach(policy -> rows.add(row(policy)));
    return TextTable.of(rows);
  }

  private static List<String> row(PolicyResult policy) {
    return List.of(
        policy.name(),
        percent(policy.hitRate()),
        percent(policy.hitRate() / policy.idealHitRate()),
        millis(policy.ttft().p50()),
        millis(policy.ttft().p90()),
        millis(policy.ttft().p99()),
        String.format(Locale.ROOT, "%.2f", policy.workMaxOverMean()),
        String.format(Locale.ROOT, "%.1f", policy.requestsPerSecond()),
        String.format(Locale.ROOT, "%.1f ms", policy.routerMillis()),
        Long.toString(policy.errors()));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String millis(double seconds) {
    return String.format(Locale.ROOT, "%.0f ms", 1000 * seconds);
  }
}
