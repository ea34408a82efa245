package dev.warmpath.routing;

import java.time.Duration;

/**
 * Learns from times to first token how fast engines compute prompts. Pure.
 *
 * <p>What was waited for is the call's own prompt and all that was queued before it. The queue is
 * an estimate that rests on the rate itself: too high a rate lets it drain too soon, so that the
 * wait looks too long for it, and lowers the rate; too low a rate the other way round.
 */
public final class PrefillRate {
  /** Shorter prefills tell more of networks and schedulers than of engines. */
  private static final long LEAST_TOKENS = 256;

  /** Weighed by time the mean is all work over all time; without, a short wait would count most. */
  private static final double WEIGHT_OF_A_SECOND = 0.02;

  private static final double LONGEST_WEIGHED_SECONDS = 4;

  private PrefillRate() {}

  /**
   * The new estimate for one instance of a target, in tokens of short context a second; 0 if there
   * is no lesson, since the prompt was too short.
   *
   * @param seen what the decision saw
   * @param latest the target's row as last seen, with this call's own work in it or not
   * @param computedTokens what the engine had to compute, as it reports, in tokens of short context
   * @param firstToken from the call to the first token
   */
  public static long learn(
      RoutingContext seen,
      Target target,
      TargetRow latest,
      long computedTokens,
      Duration firstToken) {
    if (computedTokens < LEAST_TOKENS || firstToken.toMillis() <= 0) {
      return 0;
    }
    PoolFacts facts = seen.facts();
    double waitedFor =
        seen.load(target).queuedPrefillTokens() / target.instances() + computedTokens;
    double measured = waitedFor * 1000.0 / firstToken.toMillis();
    double old =
        latest.learned().prefillTokensPerSecond() > 0
            ? (double) latest.learned().prefillTokensPerSecond()
            : facts.prefillTokensPerSecond();
    double weight =
        WEIGHT_OF_A_SECOND * Math.min(LONGEST_WEIGHED_SECONDS, firstToken.toMillis() / 1000.0);
    double bounded = Learned.boundedRate(measured, facts);
    return Math.max(1, Math.round(Learned.boundedRate(old + weight * (bounded - old), facts)));
  }
}
