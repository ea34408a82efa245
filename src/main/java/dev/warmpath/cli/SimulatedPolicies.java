package dev.warmpath.cli;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.routing.PrefixAffinityPolicy;
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
    return WarmpathRouters.asDeployed(workload, profile, table, coldStartEvery);
  }
}
