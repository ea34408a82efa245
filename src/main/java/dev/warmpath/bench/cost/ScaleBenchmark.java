package dev.warmpath.bench.cost;

import dev.warmpath.bench.cost.CostBenchmark.Case;
import java.util.ArrayList;
import java.util.List;

/** Counts what routing asks of the table as the tier grows, in simulation. */
public final class ScaleBenchmark {
  private ScaleBenchmark() {}

  /**
   * A tier of one size, under traffic in proportion.
   *
   * @param targets engines
   * @param routers routers, which share the requests by lot
   * @param requestsPerSecond at which rate requests arrive
   * @param traffic the requests
   */
  public record Size(int targets, int routers, double requestsPerSecond, Case traffic) {}

  /**
   * What one size came to.
   *
   * @param size the size
   * @param traffic what its requests asked of the table
   */
  record Step(Size size, TableTraffic traffic) {}

  /**
   * Runs all sizes, and then one for long.
   *
   * @param old the size that is run for long
   * @param machine a sentence on where it runs
   * @param progress run at each arrival
   */
  public static ScaleReport run(List<Size> sizes, Size old, String machine, Runnable progress) {
    List<Step> steps = new ArrayList<>();
    for (Size size : sizes) {
      steps.add(new Step(size, size.traffic().run(size.targets(), size.routers(), progress)));
    }
    return new ScaleReport(
        machine, steps, new Step(old, old.traffic().run(old.targets(), old.routers(), progress)));
  }
}
