package dev.warmpath.routing;

/**
 * What a target's own answers have taught about it.
 *
 * @param capacityTokens how many tokens one instance's cache holds; 0 if not learned
 * @param prefillTokensPerSecond how many uncached prompt tokens one instance computes in a second;
 *     0 if not learned
 * @param coldClaims claims delivered cold that eviction cannot explain, at least 0
 * @param coldSince the target's cache clock when the first of them was counted
 */
public record Learned(
    long capacityTokens, long prefillTokensPerSecond, long coldClaims, long coldSince) {
  /** Nothing was learned yet. */
  public static final Learned NOTHING = new Learned(0, 0, 0, 0);

  private static final double LEAST_CAPACITY = 1.0 / 16;
  private static final double MOST_CAPACITY = 4;
  private static final double MOST_RATE = 8;

  /**
   * The tokens of one instance's cache: as learned, between a sixteenth of what is configured and
   * four times as much; as configured where nothing was learned.
   */
  public long capacity(PoolFacts facts) {
    return capacityTokens <= 0
        ? facts.capacityTokens()
        : boundedCapacity((double) capacityTokens, facts);
  }

  /**
   * The tokens of short context that one instance computes in a second.
   *
   * <p>In steps of an octave from what is typical of the fleet: measured rates are never equal, and
   * near saturation, where prompts wait for memory as well, equal targets seem to differ by half
   * and more. A target that looked faster by chance would draw prompts away from those who hold
   * them.
   *
   * @param typical the same for the fleet's targets on average, positive
   */
  public double prefillRate(PoolFacts facts, double typical) {
    if (prefillTokensPerSecond <= 0) {
      return typical;
    }
    double octaves =
        Math.log(boundedRate((double) prefillTokensPerSecond, facts) / typical) / Math.log(2);
    return typical * Math.pow(2, Math.rint(octaves));
  }

  static long boundedCapacity(double tokens, PoolFacts facts) {
    double configured = (double) facts.capacityTokens();
    return Math.max(
        1, Math.round(Math.clamp(tokens, configured * LEAST_CAPACITY, configured * MOST_CAPACITY)));
  }

  static double boundedRate(double tokensPerSecond, PoolFacts facts) {
    double configured = facts.prefillTokensPerSecond();
    return Math.clamp(tokensPerSecond, configured / MOST_RATE, configured * MOST_RATE);
  }
}
