package dev.warmpath.sim;

import dev.warmpath.engine.EngineProfile;
import java.time.Duration;

/**
 * What is simulated, whatever the policy and the traffic.
 *
 * @param targets how many engines, at least 1
 * @param profile each engine's speed and size
 * @param routers how many routers share the requests by lot, at least 1
 * @param loadStaleness how often policies see the engines' load anew; zero for always
 */
public record SimSetup(int targets, EngineProfile profile, int routers, Duration loadStaleness) {
  /** Rejects what cannot be. */
  public SimSetup {
    if (targets < 1 || routers < 1 || loadStaleness.isNegative()) {
      throw new IllegalArgumentException(
          "a simulation needs engines, routers and a staleness of 0 or more but had %d, %d, %s"
              .formatted(targets, routers, loadStaleness));
    }
  }
}
