package dev.warmpath.advise;

import dev.warmpath.advise.Forecast.Outcome;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.sim.RunResult;
import dev.warmpath.sim.SimSetup;
import dev.warmpath.sim.Simulation;
import dev.warmpath.sim.workload.Trace;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Plays traffic through simulated fleets. */
final class Forecaster {
  static final String WARMPATH = "warmpath";

  private static final List<String> POLICIES =
      List.of("round-robin", "least-outstanding", "prefix-aware", WARMPATH);

  private static final long SEED = 1;

  private final Fleet fleet;
  private final Runnable progress;

  /**
   * Makes one.
   *
   * @param progress run at each simulated arrival
   */
  Forecaster(Fleet fleet, Runnable progress) {
    this.fleet = fleet;
    this.progress = progress;
  }

  /** All policies on the given fleet, Warmpath last. */
  List<Outcome> policies(Trace trace) {
    return POLICIES.stream()
        .map(policy -> run(policy, trace, fleet.targets(), fleet.kvTokens()))
        .toList();
  }

  /** Warmpath on the given fleet. */
  Outcome warmpath(Trace trace) {
    return run(WARMPATH, trace, fleet.targets(), fleet.kvTokens());
  }

  /** Warmpath on a quarter to twice the engines, with a quarter to four times their caches. */
  List<Outcome> sweep(Trace trace) {
    int n = fleet.targets();
    List<Outcome> outcomes = new ArrayList<>();
    for (int targets : IntStream.of((n + 3) / 4, (n + 1) / 2, n, 2 * n).distinct().toArray()) {
      long least = trace.blockTokens();
      for (long kv :
          LongStream.of(fleet.kvTokens() / 4, fleet.kvTokens(), 4 * fleet.kvTokens())
              .map(k -> Math.max(k, least))
              .distinct()
              .toArray()) {
        outcomes.add(run(WARMPATH, trace, targets, kv));
      }
    }
    return outcomes;
  }

  private Outcome run(String policy, Trace trace, int targets, long kvTokens) {
    EngineProfile profile = EngineProfile.LLAMA_70B_8XH100.withCache(kvTokens, trace.blockTokens());
    Workload workload = fleet.workload(trace);
    RunResult result =
        Simulation.run(
            new SimSetup(targets, profile, 1, Duration.ZERO),
            workload.traffic(SEED),
            fleet.policies().make(policy, workload, profile),
            SEED,
            progress);
    return new Outcome(
        policy,
        targets,
        kvTokens,
        result.hitRate(),
        result.ttft().p50(),
        result.ttft().p90(),
        result.requests() == 0 ? 0 : (double) result.refused() / result.requests());
  }
}
