package dev.warmpath.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one policy achieved on one workload.
 *
 * @param name the policy
 * @param requests requests sent
 * @param errors requests without a good answer
 * @param hitRate cached prompt tokens over prompt tokens, as engines counted them, 0 to 1
 * @param idealHitRate the same for one infinite cache that sees all requests
 * @param ttft time to the first token
 * @param workMaxOverMean the busiest variant's computed prompt tokens over the mean, at least 1
 * @param requestsPerSecond answers per second of wall time
 * @param routerMillis the router's own time per request, median, in milliseconds
 */
public record PolicyResult(
    String name,
    long requests,
    long errors,
    double hitRate,
    double idealHitRate,
    Percentiles ttft,
    double workMaxOverMean,
    double requestsPerSecond,
    double routerMillis) {

  /**
   * The medians of several runs of one policy, each measure for itself.
   *
   * @param runs not empty; an even number of them gives the lower of the two in the middle
   */
  public static PolicyResult medians(List<PolicyResult> runs) {
    return new PolicyResult(
        runs.getFirst().name(),
        Math.round(median(runs, run -> (double) run.requests())),
        runs.stream().mapToLong(PolicyResult::errors).sum(),
        median(runs, PolicyResult::hitRate),
        median(runs, PolicyResult::idealHitRate),
        new Percentiles(
            median(runs, run -> run.ttft().p50()),
            median(runs, run -> run.ttft().p90()),
            median(runs, run -> run.ttft().p99())),
        median(runs, PolicyResult::workMaxOverMean),
        median(runs, PolicyResult::requestsPerSecond),
        median(runs, PolicyResult::routerMillis));
  }

  private static double median(List<PolicyResult> runs, ToDoubleFunction<PolicyResult> measure) {
    double[] values = runs.stream().mapToDouble(measure).sorted().toArray();
    return values[(values.length - 1) / 2];
  }

  /** How much of the way from another result to the ideal this one has gone; 1 is all of it. */
  public double gapClosedFrom(PolicyResult other) {
    return (hitRate - other.hitRate) / (idealHitRate - other.hitRate);
  }

  /**
   * Three percentiles of a time.
   *
   * @param p50 the median in seconds
   * @param p90 the 90th percentile in seconds
   * @param p99 the 99th percentile in seconds
   */
  public record Percentiles(double p50, double p90, double p99) {}
}
