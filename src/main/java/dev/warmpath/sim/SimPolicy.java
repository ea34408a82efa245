package dev.warmpath.sim;

/**
 * A routing rule as the simulator runs it; one object for each router, confined to one thread.
 *
 * <p>Told of every request that its own router sent.
 */
@FunctionalInterface
public interface SimPolicy {
  /** The engine for a request, by number; or {@link #SHED}. */
  int pick(SimRequest request, FleetView fleet);

  /** What {@link #pick} answers to refuse a request instead of queueing it. */
  int SHED = -1;

  /** The engine has given the first token. */
  default void firstToken(SimRequest request, int engine, int cachedTokens, FleetView fleet) {}

  /** The engine has given the last token. */
  default void finished(SimRequest request, int engine, int cachedTokens, FleetView fleet) {}

  /** The engine has refused the request: with its answer it exceeds the engine's whole cache. */
  default void refused(SimRequest request, int engine, FleetView fleet) {}
}
