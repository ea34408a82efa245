package dev.warmpath.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one policy achieved in simulated runs that differ by their seeds.
 *
 * @param medians the median of each figure over the runs; the router's own time counts for none
 * @param load requests in a second, or users, whichever the runs were given
 * @param seeds how many runs
 * @param spreads every measure by name, in the order of the reports
 * @param againstBaseline what the policy changes, run by run with the same seed; empty for the
 *     baseline itself
 */
public record SimulatedResult(
    PolicyResult medians,
    double load,
    int seeds,
    Map<String, Spread> spreads,
    Map<String, Spread> againstBaseline) {
  /** Copies the maps and keeps their order. */
  public SimulatedResult {
    spreads = Collections.unmodifiableMap(new LinkedHashMap<>(spreads));
    againstBaseline = Collections.unmodifiableMap(new LinkedHashMap<>(againstBaseline));
  }
}
