package dev.warmpath.report;

import java.util.Optional;

/**
 * What one policy achieved at one load: a point of each chart.
 *
 * @param policy its name
 * @param load what a sweep varies, for instance requests per second
 * @param ttftP50 median time to the first token in seconds
 * @param ttftP90 the 90th percentile
 * @param hitRate cached prompt tokens over prompt tokens, 0 to 1
 * @param workMaxOverMean the busiest engine's computed prompt tokens over the mean, at least 1
 */
public record PolicyPoint(
    String policy,
    double load,
    Spread ttftP50,
    Spread ttftP90,
    Spread hitRate,
    Spread workMaxOverMean) {
  /** What a chart shows of a simulated result. */
  public static PolicyPoint of(SimulatedResult result) {
    return new PolicyPoint(
        result.medians().name(),
        result.load(),
        spread(result, "ttftP50Seconds"),
        spread(result, "ttftP90Seconds"),
        spread(result, "hitRate"),
        spread(result, "workMaxOverMean"));
  }

  private static Spread spread(SimulatedResult result, String measure) {
    return Optional.ofNullable(result.spreads().get(measure)).orElseThrow();
  }
}
