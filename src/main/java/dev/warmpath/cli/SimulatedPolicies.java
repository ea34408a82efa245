package dev.warmpath.cli;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.SheddingPolicy;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.peer.Peers;
import dev.warmpath.sim.peer.PolicyName;
import dev.warmpath.sim.warmpath.TableConditions;
import dev.warmpath.sim.warmpath.WarmpathRouters;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The policies that can be simulated, by name. */
final class SimulatedPolicies {
  private static final String WARMPATH = new PrefixAffinityPolicy().name();

  private SimulatedPolicies() {}

  /** All names, Warmpath's last. */
  static List<String> names() {
    return Stream.concat(Peers.names().stream(), Stream.of(WARMPATH)).toList();
  }

  /**
   * A rule by its name, perhaps with parameters: {@code warmpath:5} turns requests away while the
   * shortest queue is longer than five seconds.
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
    PolicyName parsed = PolicyName.parse(name);
    if (!parsed.name().equals(WARMPATH)) {
      return RunFactory.of(Peers.byName(name));
    }
    return WarmpathRouters.asDeployed(policy(parsed), workload, profile, table, coldStartEvery);
  }

  private static RoutingPolicy policy(PolicyName name) {
    name.expectAtMost(1);
    return SheddingPolicy.of(
        new PrefixAffinityPolicy(), name.whole(0, "longest queue in seconds", 0, 0, 30));
  }
}
