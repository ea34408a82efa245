package dev.warmpath.page;

/** Hears of first tokens. */
@FunctionalInterface
interface FirstTokens {
  /**
   * A request got its first token.
   *
   * @param number the request
   * @param cachedTokens prompt tokens that came out of the cache
   * @param nanos when
   */
  void heard(long number, int cachedTokens, long nanos);
}
