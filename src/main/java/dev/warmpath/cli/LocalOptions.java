package dev.warmpath.cli;

import dev.warmpath.routing.RoutingPolicy;

/**
 * A local tier's shape.
 *
 * @param port where it listens on 127.0.0.1; 0 for any free port
 * @param variants how many local engines
 * @param cacheTokens how many tokens each engine's cache holds
 * @param policy how targets are picked
 */
record LocalOptions(int port, int variants, long cacheTokens, RoutingPolicy policy) {
  static final int MOST_VARIANTS = 64;

  /** Rejects a shape that cannot run, in a sentence for the command line. */
  LocalOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("--port must be 0 to 65535 but was " + port);
    }
    if (variants < 1 || variants > MOST_VARIANTS) {
      throw new IllegalArgumentException(
          "--variants must be 1 to " + MOST_VARIANTS + " but was " + variants);
    }
    if (cacheTokens < 1_000 || cacheTokens > 100_000_000) {
      throw new IllegalArgumentException(
          "--cache-tokens must be 1000 to 100000000 but was " + cacheTokens);
    }
  }
}
