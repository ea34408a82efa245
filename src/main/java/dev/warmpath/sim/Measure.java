package dev.warmpath.sim;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One figure of a run, under the name that reports give it.
 *
 * @param name letters only; its unit is part of it
 * @param of reads it off a run
 */
public record Measure(String name, ToDoubleFunction<RunResult> of) {
  /** All figures, in the order of the reports. */
  public static final List<Measure> ALL =
      List.of(
          new Measure("requests", r -> (double) r.requests()),
          new Measure("answered", r -> (double) r.answered()),
          new Measure("shed", r -> (double) r.shed()),
          new Measure("refused", r -> (double) r.refused()),
          new Measure("completedPerSecond", RunResult::completedPerSecond),
          new Measure("hitRate", RunResult::hitRate),
          new Measure("idealHitRate", RunResult::idealHitRate),
          new Measure("ttftP50Seconds", r -> r.ttft().p50()),
          new Measure("ttftP90Seconds", r -> r.ttft().p90()),
          new Measure("ttftP99Seconds", r -> r.ttft().p99()),
          new Measure("interTokenMillis", r -> 1000 * r.interTokenSeconds()),
          new Measure("utilisation", RunResult::utilisation),
          new Measure("workMaxOverMean", RunResult::workMaxOverMean),
          new Measure("requestsMaxOverMean", RunResult::requestsMaxOverMean),
          new Measure("outstandingMaxOverMean", RunResult::outstandingMaxOverMean));
}
