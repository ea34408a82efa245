package dev.warmpath.routing;

import java.time.Duration;

/**
 * What a policy must know of engines and traffic beyond the rows.
 *
 * @param capacityTokens how many tokens one instance's cache holds, positive
 * @param prefillTokensPerSecond how many uncached prompt tokens one instance computes in a second,
 *     positive
 * @param bytesPerToken bytes of canonical text per token, positive
 * @param prefixTtl how long an unused prefix row counts, positive
 */
public record PoolFacts(
    long capacityTokens, double prefillTokensPerSecond, double bytesPerToken, Duration prefixTtl) {
  /** Rejects values that are not positive. */
  public PoolFacts {
    if (capacityTokens <= 0
        || !(prefillTokensPerSecond > 0)
        || !(bytesPerToken > 0)
        || !prefixTtl.isPositive()) {
      throw new IllegalArgumentException(
          "capacity, prefill rate, bytes per token and TTL must be positive but were "
              + capacityTokens
              + ", "
              + prefillTokensPerSecond
              + ", "
              + bytesPerToken
              + ", "
              + prefixTtl);
    }
  }

  /** These facts with another measure of bytes per token. */
  public PoolFacts withBytesPerToken(double bytes) {
    return new PoolFacts(capacityTokens, prefillTokensPerSecond, bytes, prefixTtl);
  }

  /** How many tokens a depth of the chain stands for, rounded to nearest. */
  public long tokens(long depthBytes) {
    return Math.round(depthBytes / bytesPerToken);
  }
}
