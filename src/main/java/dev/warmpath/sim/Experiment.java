package dev.warmpath.sim;

import dev.warmpath.sim.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Several policies over one workload with the same seeds, so that their results can be compared
 * pair by pair.
 *
 * @param setup what is simulated
 * @param workload the requests
 * @param seeds how often each policy runs, at least 1; the seeds are 1, 2, 3 …
 */
public record Experiment(SimSetup setup, Workload workload, int seeds) {
  /** How many runs go on at once. */
  private static final int THREADS = 2;

  /** Rejects an experiment without a run. */
  public Experiment {
    if (seeds < 1) {
      throw new IllegalArgumentException("an experiment needs at least 1 seed but had " + seeds);
    }
  }

  /**
   * Runs all policies with all seeds.
   *
   * @param policies by name, in the order of the results
   * @param progress run at each arrival, by any thread
   * @throws InterruptedException if the caller is interrupted; runs under way are stopped
   */
  public List<PolicyRuns> run(Map<String, RunFactory> policies, Runnable progress)
      throws InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      Map<String, List<Future<RunResult>>> runs = new LinkedHashMap<>();
      policies.forEach((name, policy) -> runs.put(name, start(pool, policy, progress)));
      List<PolicyRuns> results = new ArrayList<>();
      try {
        for (Map.Entry<String, List<Future<RunResult>>> policy : runs.entrySet()) {
          results.add(new PolicyRuns(policy.getKey(), wait(policy.getValue())));
        }
      } finally {
        pool.shutdownNow();
      }
      return results;
    }
  }

  private List<Future<RunResult>> start(
      ExecutorService pool, RunFactory policy, Runnable progress) {
    return IntStream.rangeClosed(1, seeds)
        .mapToObj(
            seed ->
                pool.submit(
                    () -> Simulation.run(setup, workload.traffic(seed), policy, seed, progress)))
        .toList();
  }

  private static List<RunResult> wait(List<Future<RunResult>> runs) throws InterruptedException {
    List<RunResult> results = new ArrayList<>();
    for (Future<RunResult> run : runs) {
      try {
        results.add(run.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("a simulated run failed", e.getCause());
      }
    }
    return results;
  }
}
