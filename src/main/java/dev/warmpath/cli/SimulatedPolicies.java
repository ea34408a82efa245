package dev.warmpath.cli;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.router.RouterConfig;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.sim.BaselinePolicies;
import dev.warmpath.sim.PolicyFactory;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.warmpath.TableConditions;
import dev.warmpath.sim.warmpath.WarmpathRouters;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The policies that can be simulated, by name. */
final class SimulatedPolicies {
  /** What the router assumes of a request that names no limit; as deployed. */
  private static final long ASSUMED_OUTPUT_TOKENS = 256;

  private static final double BYTES_PER_TOKEN = 4;
  private static final Duration PREFIX_TTL = Duration.ofHours(1);

  private SimulatedPolicies() {}

  /** The rules that need nothing but what the engines' load tells. */
  static Map<String, PolicyFactory> plain() {
    Map<String, PolicyFactory> policies = new LinkedHashMap<>();
    policies.put("random", BaselinePolicies::random);
    policies.put("round-robin", BaselinePolicies::roundRobin);
    policies.put("least-outstanding", BaselinePolicies::leastOutstanding);
    return policies;
  }

  /**
   * All rules.
   *
   * @param table how Warmpath's table serves
   * @param coldStartEvery how often Warmpath's routers start anew; zero for never
   */
  static Map<String, RunFactory> all(
      Workload workload, EngineProfile profile, TableConditions table, Duration coldStartEvery) {
    Map<String, RunFactory> policies = new LinkedHashMap<>();
    plain().forEach((name, policy) -> policies.put(name, RunFactory.of(policy)));
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
            ASSUMED_OUTPUT_TOKENS);
    policies.put(
        config.policy().name(),
        new WarmpathRouters(config, table, coldStartEvery, workload::chain));
    return policies;
  }
}
