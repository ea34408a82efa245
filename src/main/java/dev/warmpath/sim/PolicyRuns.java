package dev.warmpath.sim;

import java.util.List;

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
}
