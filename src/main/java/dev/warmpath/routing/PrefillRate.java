package dev.warmpath.routing;

import java.time.Duration;

/** Learns from times to first token how fast engines compute prompts. Pure. */
public final class PrefillRate {
  /** Shorter prefills tell more of networks and schedulers than of engines. */
  private static final long LEAST_TOKENS = 256;

  private static final double WEIGHT_OF_NEW = 0.2;

  private PrefillRate() {}

  /**
   * The new estimate for one instance of a target, in tokens a second; 0 if there is no lesson,
   * since work was waiting there or the prompt was too short.
   *
   * @param seen what the decision saw
   * @param latest the target's row as last seen, with this call's own work in it or not
   * @param uncachedTokens prompt tokens that the engine had to compute, as it reports
   * @param firstToken from the call to the first token
   */
  public static long learn(
      RoutingContext seen,
      Target target,
      TargetRow latest,
      long uncachedTokens,
      Duration firstToken) {
    PoolFacts facts = seen.facts();
    if (uncachedTokens < LEAST_TOKENS
        || firstToken.toMillis() <= 0
        || isQueued(seen, target, latest, uncachedTokens)) {
      return 0;
    }
    double measured = uncachedTokens * 1000.0 / firstToken.toMillis();
    double old =
        latest.learned().prefillTokensPerSecond() > 0
            ? (double) latest.learned().prefillTokensPerSecond()
            : facts.prefillTokensPerSecond();
    double bounded = Learned.boundedRate(measured, facts);
    return Math.max(
        1, Math.round(Learned.boundedRate(old + WEIGHT_OF_NEW * (bounded - old), facts)));
  }

  /** The second look finds what arrived in the same moment as this call. */
  private static boolean isQueued(
      RoutingContext seen, Target target, TargetRow latest, long uncachedTokens) {
    double own = (double) Math.max(uncachedTokens, seen.promptTokens());
    return seen.load(target).queuedPrefillTokens() > 0
        || seen.with(seen.view().with(latest)).load(target).queuedPrefillTokens() > own;
  }
}
