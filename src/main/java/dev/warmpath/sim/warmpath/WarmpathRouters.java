package dev.warmpath.sim.warmpath;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.router.Dispatcher;
import dev.warmpath.router.Ledger;
import dev.warmpath.router.RouterConfig;
import dev.warmpath.router.RoutingMode;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.sim.Agenda;
import dev.warmpath.sim.PolicyFactory;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Makes routers of a run out of Warmpath's own classes, over one table that they share.
 *
 * @param config what an operator would set
 * @param conditions how the table serves
 * @param coldStartEvery how often a router forgets what it has learned; zero for never
 * @param chains the chain of a request's prompt
 */
public record WarmpathRouters(
    RouterConfig config,
    TableConditions conditions,
    Duration coldStartEvery,
    Function<SimRequest, PrefixChain> chains)
    implements RunFactory {
  /** What the router assumes of a request that names no limit; as deployed. */
  private static final long ASSUMED_OUTPUT_TOKENS = 256;

  private static final double BYTES_PER_TOKEN = 4;
  private static final Duration PREFIX_TTL = Duration.ofHours(1);

  /** When every run begins. */
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  /**
   * Routers set up as the function is deployed, for engines of a profile.
   *
   * @param policy how they pick
   * @param conditions how the table serves
   * @param coldStartEvery how often a router forgets what it has learned; zero for never
   */
  public static WarmpathRouters asDeployed(
      RoutingPolicy policy,
      Workload workload,
      EngineProfile profile,
      TableConditions conditions,
      Duration coldStartEvery) {
    PoolFacts facts =
        new PoolFacts(
            profile.capacityTokens(),
            profile.prefillTokensPerSecond(),
            BYTES_PER_TOKEN,
            PREFIX_TTL);
    RouterConfig config =
        new RouterConfig(
            policy,
            facts,
            Duration.ZERO,
            Duration.ofMinutes(8),
            Duration.ofMinutes(1),
            ASSUMED_OUTPUT_TOKENS,
            Serving.EVERYWHERE,
            RoutingMode.ROUTE);
    return new WarmpathRouters(config, conditions, coldStartEvery, workload::chain);
  }

  @Override
  public PolicyFactory begin(Agenda agenda, long seed) {
    InstantSource clock = clock(agenda);
    return routers(
        new SimTable(clock, conditions, new SplittableRandom(seed)), clock, executor(agenda));
  }

  /**
   * The same routers over another table, that of {@code conditions} left aside: it always answers,
   * and each write is done before the request that makes it goes on.
   *
   * @param tables makes a run's table, which keeps the run's time
   */
  public RunFactory over(Function<InstantSource, AffinityTable> tables) {
    return (agenda, seed) -> {
      InstantSource clock = clock(agenda);
      return routers(tables.apply(clock), clock, Runnable::run);
    };
  }

  private static InstantSource clock(Agenda agenda) {
    return () -> START.plusNanos(agenda.nowNanos());
  }

  private PolicyFactory routers(AffinityTable table, InstantSource clock, Executor background) {
    return (engines, routerSeed) -> {
      List<Target> targets =
          IntStream.range(0, engines)
              .mapToObj(i -> Target.ofVariant("simulated", "engine-" + i, 1, false))
              .toList();
      Ledger ledger = new Ledger(table, FleetView.fixed(new Fleet(targets)), RouteMetrics.NONE);
      SplittableRandom lot = new SplittableRandom(routerSeed);
      return new WarmpathRouter(
          () -> new Dispatcher(config, ledger, clock, lot.nextLong() >>> 1),
          clock,
          background,
          targets,
          coldStartEvery,
          chains);
    };
  }

  /** Background work is done when its write has arrived at the table. */
  private Executor executor(Agenda agenda) {
    long delay = conditions.latency().toNanos();
    return task -> agenda.after(delay, task);
  }
}
