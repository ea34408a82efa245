package dev.warmpath.sim;

/** A request on its way through an engine. */
final class InFlight {
  private final SimRequest request;
  private final SimPolicy router;
  private final long arrivedNanos;
  private final int expectedTokens;
  private long firstTokenNanos;
  private int cachedTokens;

  /**
   * Takes note of a request that is sent now.
   *
   * @param router who sent it
   * @param expectedTokens prompt tokens that its engine would have to compute as things stand
   */
  InFlight(SimRequest request, SimPolicy router, long arrivedNanos, int expectedTokens) {
    this.request = request;
    this.router = router;
    this.arrivedNanos = arrivedNanos;
    this.expectedTokens = expectedTokens;
  }

  SimRequest request() {
    return request;
  }

  SimPolicy router() {
    return router;
  }

  long arrivedNanos() {
    return arrivedNanos;
  }

  int expectedTokens() {
    return expectedTokens;
  }

  void firstToken(long nowNanos, int cached) {
    firstTokenNanos = nowNanos;
    cachedTokens = cached;
  }

  long firstTokenNanos() {
    return firstTokenNanos;
  }

  int cachedTokens() {
    return cachedTokens;
  }
}
