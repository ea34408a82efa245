package dev.warmpath.cli;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.router.RouterConfig;
import dev.warmpath.router.RoutingMode;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.peer.Peers;
import dev.warmpath.sim.warmpath.TableConditions;
import dev.warmpath.sim.warmpath.WarmpathRouters;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The policies that can be simulated, by name. */
final class SimulatedPolicies {
  private static final String WARMPATH = new PrefixAffinityPolicy().name();

  /** What the router assumes of a request that names no limit; as deployed. */
  private static final long ASSUMED_OUTPUT_TOKENS = 256;

  private static final double BYTES_PER_TOKEN = 4;
  private static final Duration PREFIX_TTL = Duration.ofHours(1);

  private SimulatedPolicies() {}

  /** All names, Warmpath's last. */
  static List<String> names() {
    return Stream.concat(Peers.names().stream(), Stream.of(WARMPATH)).toList();
  }

  /**
   * A rule by its name; a peer's perhaps with parameters.
   *
   * @param table how Warmpath's table serves
   * @param coldStartEvery how often Warmpath's routers start anew; zero for never
   * @throws IllegalArgumentException if there is none of that name
   */
  static RunFactory byName(
      String name,
      Workload workload,
      EngineProfile profile,
      TableConditions table,
      Duration coldStartEvery) {
    if (!name.equals(WARMPATH)) {
      return RunFactory.of(Peers.byName(name));
    }
    return warmpath(workload, profile, table, coldStartEvery);
  }

  /** Warmpath's own routers. */
  static WarmpathRouters warmpath(
      Workload workload, EngineProfile profile, TableConditions table, Duration coldStartEvery) {
    PoolFacts facts =
        new PoolFacts(
            profile.capacityTokens(),
            profile.prefillTokensPerSecond(),
            BYTES_PER_TOKEN,
            PREFIX_TTL);
    RouterConfig config =
        new RouterConfig(
            new PrefixAffinityPolicy(),
            facts,
            Duration.ZERO,
            Duration.ofMinutes(8),
            Duration.ofMinutes(1),
            ASSUMED_OUTPUT_TOKENS,
            Serving.EVERYWHERE,
            RoutingMode.ROUTE);
    return new WarmpathRouters(config, table, coldStartEvery, workload::chain);
  }
}
