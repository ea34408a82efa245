package dev.warmpath.advise;

import java.util.Comparator;
import java.util.List;

/**
 * What simulated fleets do with the traffic.
 *
 * @param targets how many engines the given fleet has
 * @param kvTokens how many tokens each one's cache holds
 * @param requests how many requests were simulated, the first ones of the file
 * @param pace how they arrive, for people
 * @param asIs each policy on the prompts as they are, Warmpath last
 * @param mended the same with all culprits mended; empty if there are none
 * @param sweep Warmpath with other fleets, on mended prompts where there are culprits
 */
public record Forecast(
    int targets,
    long kvTokens,
    long requests,
    String pace,
    List<Outcome> asIs,
    List<Outcome> mended,
    List<Outcome> sweep) {
  /** Copies the lists. */
  public Forecast {
    asIs = List.copyOf(asIs);
    mended = List.copyOf(mended);
    sweep = List.copyOf(sweep);
  }

  /**
   * One simulated run.
   *
   * @param policy which
   * @param targets how many engines
   * @param kvTokens how many tokens each one's cache holds
   * @param hitRate cached over prompt tokens, 0 to 1, after the warm-up
   * @param ttftP50Seconds median time to first token
   * @param ttftP90Seconds the time within which nine in ten get it
   * @param refused the share of requests that fit no cache, 0 to 1
   */
  public record Outcome(
      String policy,
      int targets,
      long kvTokens,
      double hitRate,
      double ttftP50Seconds,
      double ttftP90Seconds,
      double refused) {}

  /**
   * The fewest engines, and then the smallest caches, with which Warmpath hits within a point of
   * the best swept fleet and gives nine in ten their first token within one and a half of its time.
   */
  public Outcome enough() {
    double best = sweep.stream().mapToDouble(Outcome::hitRate).max().orElseThrow();
    double fastest = sweep.stream().mapToDouble(Outcome::ttftP90Seconds).min().orElseThrow();
    return sweep.stream()
        .filter(o -> o.hitRate() >= best - 0.01 && o.ttftP90Seconds() <= 1.5 * fastest)
        .min(Comparator.comparingInt(Outcome::targets).thenComparingLong(Outcome::kvTokens))
        .orElseGet(sweep::getLast);
  }
}
