package dev.warmpath.sim;

/**
 * What a policy may look at: the engines' state, as old as the run says.
 *
 * <p>Engines are numbered from 0. Each peer's policy uses only what that peer would know.
 */
public interface FleetView {
  /** Seconds since the run began. */
  double nowSeconds();

  /** How many engines there are. */
  int size();

  /** Requests sent to an engine and not finished. */
  int outstanding(int engine);

  /** Requests that wait in an engine's queue. */
  int waiting(int engine);

  /** Sequences in an engine's batch. */
  int running(int engine);

  /** Prompt tokens sent to an engine that are neither cached nor computed yet. */
  long pendingPrefillTokens(int engine);

  /** Prompt and output tokens of all requests sent to an engine and not finished. */
  long outstandingTokens(int engine);

  /** The share of an engine's KV cache that running sequences hold, 0 to 1. */
  double kvUsage(int engine);

  /** The size of an engine's KV cache in tokens. */
  long capacityTokens(int engine);

  /** Uncached prompt tokens that an engine computes in a second at short context. */
  double prefillTokensPerSecond(int engine);

  /**
   * Prompt tokens that an engine really holds now: for policies that subscribe to the engines' KV
   * events, and for the oracle.
   */
  long cachedTokens(int engine, SimRequest request);
}
