package dev.warmpath.sim;

import dev.warmpath.report.PolicyResult;
import dev.warmpath.report.PolicyResult.Percentiles;
import dev.warmpath.report.SimulatedResult;
import dev.warmpath.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The runs of one policy, one a seed.
 *
 * @param name the policy
 * @param runs in the order of their seeds, at least one
 */
public record PolicyRuns(String name, List<RunResult> runs) {
  /** Copies the runs. */
  public PolicyRuns {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("policy " + name + " has no runs");
    }
  }

  /**
   * Medians, spreads, and what changes against a baseline with the same seeds.
   *
   * @param load requests in a second, or users
   * @param baseline another policy's runs over the same workload, or these
   */
  public SimulatedResult summary(double load, PolicyRuns baseline) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    Measure.ALL.forEach(measure -> spreads.put(measure.name(), spread(measure.of())));
    return new SimulatedResult(
        medians(),
        load,
        runs.size(),
        spreads,
        baseline.equals(this) ? Map.of() : against(baseline));
  }

  private PolicyResult medians() {
    return new PolicyResult(
        name,
        Math.round(median(r -> (double) r.requests())),
        Math.round(median(r -> (double) (r.shed() + r.refused()))),
        median(RunResult::hitRate),
        median(RunResult::idealHitRate),
        new Percentiles(
            median(r -> r.ttft().p50()), median(r -> r.ttft().p90()), median(r -> r.ttft().p99())),
        median(RunResult::workMaxOverMean),
        median(RunResult::completedPerSecond),
        0);
  }

  private Map<String, Spread> against(PolicyRuns baseline) {
    Map<String, Spread> changes = new LinkedHashMap<>();
    changes.put("ttftP50Ratio", ratio(baseline, r -> r.ttft().p50()));
    changes.put("ttftP90Ratio", ratio(baseline, r -> r.ttft().p90()));
    changes.put("completedPerSecondRatio", ratio(baseline, RunResult::completedPerSecond));
    changes.put(
        "hitRateDifference",
        Spread.of(
            IntStream.range(0, runs.size())
                .mapToDouble(i -> runs.get(i).hitRate() - baseline.runs().get(i).hitRate())));
    return changes;
  }

  /** Where the baseline has 0 nothing can be said: such pairs count as no change. */
  private Spread ratio(PolicyRuns baseline, ToDoubleFunction<RunResult> figure) {
    return Spread.of(
        IntStream.range(0, runs.size())
            .mapToDouble(
                i -> {
                  double base = figure.applyAsDouble(baseline.runs().get(i));
                  return base == 0 ? 1 : figure.applyAsDouble(runs.get(i)) / base;
                }));
  }

  private double median(ToDoubleFunction<RunResult> figure) {
    return spread(figure).median();
  }

  private Spread spread(ToDoubleFunction<RunResult> figure) {
    return Spread.of(runs.stream().mapToDouble(figure));
  }
}
