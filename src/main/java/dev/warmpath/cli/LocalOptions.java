package dev.warmpath.cli;

import dev.warmpath.router.RoutingMode;
import dev.warmpath.routing.RoutingPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A local tier's shape.
 *
 * @param port where it listens on 127.0.0.1; 0 for any free port
 * @param variants how many local engines
 * @param cacheTokens how many tokens each engine's cache holds
 * @param engine which engines
 * @param policy how targets are picked
 * @param mode who places requests
 * @param keys the file of keys that callers need; empty for an open door
 */
record LocalOptions(
    int port,
    int variants,
    long cacheTokens,
    EngineKind engine,
    RoutingPolicy policy,
    RoutingMode mode,
    Optional<Path> keys) {
  static final int MOST_VARIANTS = 64;

  /** A shape with an open door, in which the router places requests. */
  LocalOptions(int port, int variants, long cacheTokens, EngineKind engine, RoutingPolicy policy) {
    this(port, variants, cacheTokens, engine, policy, RoutingMode.ROUTE, Optional.empty());
  }

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
    if (keys.isPresent() && !Files.isRegularFile(keys.get())) {
      throw new IllegalArgumentException(
          "there is no file "
              + keys.get()
              + "; './warmpath keys create --file "
              + keys.get()
              + " --tenant NAME' makes one with a key in it");
    }
  }
}
