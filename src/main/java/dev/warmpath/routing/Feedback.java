package dev.warmpath.routing;

/**
 * What one answer teaches about its target.
 *
 * @param capacityTokens the new estimate of one instance's cache; 0 if there is no lesson
 * @param prefillTokensPerSecond the new estimate of one instance's speed; 0 if there is no lesson
 * @param coldClaims what becomes of the claims counted as delivered cold
 */
public record Feedback(long capacityTokens, long prefillTokensPerSecond, ColdClaims coldClaims) {
  /** No lesson. */
  public static final Feedback NONE = new Feedback(0, 0, new ColdClaims.Same());

  /** What becomes of the count of claims that were delivered cold without an explanation. */
  public sealed interface ColdClaims {
    /** It stays. */
    record Same() implements ColdClaims {}

    /**
     * The count begins anew with this one.
     *
     * @param since the target's cache clock
     */
    record First(long since) implements ColdClaims {}

    /** One more. */
    record Another() implements ColdClaims {}

    /** A claim from before the count was delivered warm: the cache is not new. */
    record Cleared() implements ColdClaims {}
  }

  /** This feedback with a lesson about the target's speed. */
  public Feedback withPrefillRate(long tokensPerSecond) {
    return new Feedback(capacityTokens, tokensPerSecond, coldClaims);
  }
}
