package dev.warmpath.bench.cost;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.sim.SimSetup;
import dev.warmpath.sim.warmpath.WarmpathRouters;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what workloads ask of the table, in simulation over the table of items in memory. */
public final class CostBenchmark {
  private static final long SEED = 1;

  private CostBenchmark() {}

  /**
   * One workload.
   *
   * @param name what it is called in the report
   * @param profile its engines
   * @param routers Warmpath for this workload
   */
  public record Case(
      String name, Workload workload, EngineProfile profile, WarmpathRouters routers) {
    TableTraffic run(int targets, int count, Runnable progress) {
      return TrafficRun.of(
          new SimSetup(targets, profile, count, Duration.ZERO), workload, routers, SEED, progress);
    }
  }

  /**
   * Runs all of them.
   *
   * @param targets engines of each
   * @param routers routers of each
   * @param progress run at each arrival
   */
  public static Map<String, TableTraffic> run(
      List<Case> cases, int targets, int routers, Runnable progress) {
    Map<String, TableTraffic> runs = new LinkedHashMap<>();
    cases.forEach(one -> runs.put(one.name(), one.run(targets, routers, progress)));
    return runs;
  }
}
