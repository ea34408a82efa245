package dev.warmpath.local;

import dev.warmpath.engine.EngineRequest;

/**
 * Hears of the requests of local engines as they come and get their first tokens.
 *
 * <p>Called by several engines at once, each with its own lock held: must be quick, and never
 * throw.
 */
public interface EngineWatch {
  /** Takes no notice. */
  EngineWatch NONE =
      new EngineWatch() {
        @Override
        public long submitted(EngineRequest request, long nanos) {
          return 0;
        }

        @Override
        public void firstToken(long number, int cachedTokens, long nanos) {}
      };

  /**
   * An engine has taken a request.
   *
   * @param request its id is the engine's own
   * @param nanos when, on the engine's clock
   * @return a number by which its first token is told
   */
  long submitted(EngineRequest request, long nanos);

  /**
   * A request got its first token; never told of one that was given up before.
   *
   * @param number what {@link #submitted} answered
   * @param cachedTokens prompt tokens that came out of the cache
   * @param nanos when, on the engine's clock
   */
  void firstToken(long number, int cachedTokens, long nanos);
}
