package dev.warmpath.bench.cost;

import dev.warmpath.bench.cost.MeteredItems.Account;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.sim.Agenda;
import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.PolicyFactory;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.SimSetup;
import dev.warmpath.sim.Simulation;
import dev.warmpath.sim.warmpath.WarmpathRouters;
import dev.warmpath.sim.workload.Workload;
import dev.warmpath.table.ItemTable;
import dev.warmpath.table.RowKeys;
import dev.warmpath.table.UnitMeter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One simulated run of Warmpath's routers over the table of items in memory, whose units are those
 * of DynamoDB. Used once, confined to one thread.
 */
final class TrafficRun implements RunFactory {
  private final WarmpathRouters routers;
  private final Map<Integer, Account> open = new HashMap<>();
  private final List<RequestTraffic> closed = new ArrayList<>();
  private Optional<MeteredItems> items = Optional.empty();
  private Optional<Agenda> time = Optional.empty();

  private TrafficRun(WarmpathRouters routers) {
    this.routers = routers;
  }

  /**
   * Runs a workload until every request has ended.
   *
   * @param progress run at each arrival
   */
  static TableTraffic of(
      SimSetup setup, Workload workload, WarmpathRouters routers, long seed, Runnable progress) {
    TrafficRun run = new TrafficRun(routers);
    Simulation.run(setup, workload.traffic(seed), run, seed, progress);
    MeteredItems items = run.items.orElseThrow();
    return new TableTraffic(
        run.closed,
        items.hottest(RowKeys.Kind.PREFIX),
        items.hottest(RowKeys.Kind.TARGET),
        items.rows(RowKeys.Kind.PREFIX),
        run.time.orElseThrow().nowNanos() / 1e9);
  }

  @Override
  public PolicyFactory begin(Agenda agenda, long seed) {
    time = Optional.of(agenda);
    PolicyFactory policies = routers.over(clock -> table(clock, agenda)).begin(agenda, seed);
    return (engines, lot) -> new Booked(policies.create(engines, lot), agenda);
  }

  private AffinityTable table(InstantSource clock, Agenda agenda) {
    InMemoryAffinityTable table = new InMemoryAffinityTable(clock);
    MeteredItems metered = new MeteredItems(table.counters(), table::units, agenda::nowNanos);
    items = Optional.of(metered);
    return new ItemTable(metered, new UnitMeter(), clock, trouble -> {});
  }

  /** A router all of whose work for a request is booked on it. */
  private final class Booked implements SimPolicy {
    private final SimPolicy router;
    private final Agenda agenda;

    Booked(SimPolicy router, Agenda agenda) {
      this.router = router;
      this.agenda = agenda;
    }

    @Override
    public int pick(SimRequest request, FleetView fleet) {
      Account account = new Account(agenda.nowNanos());
      open.put(request.id(), account);
      bookOn(account);
      long began = System.nanoTime();
      int pick = router.pick(request, fleet);
      account.placed(System.nanoTime() - began);
      if (pick == SHED) {
        close(request);
      }
      return pick;
    }

    @Override
    public void firstToken(SimRequest request, int engine, int cachedTokens, FleetView fleet) {
      router.firstToken(request, engine, cachedTokens, fleet);
    }

    @Override
    public void finished(SimRequest request, int engine, int cachedTokens, FleetView fleet) {
      bookOn(Optional.ofNullable(open.get(request.id())).orElseThrow());
      router.finished(request, engine, cachedTokens, fleet);
      close(request);
    }

    @Override
    public void refused(SimRequest request, int engine, FleetView fleet) {
      bookOn(Optional.ofNullable(open.get(request.id())).orElseThrow());
      router.refused(request, engine, fleet);
      close(request);
    }

    private void bookOn(Account account) {
      items.orElseThrow().bookOn(account);
    }

    private void close(SimRequest request) {
      Account account = Optional.ofNullable(open.remove(request.id())).orElseThrow();
      closed.add(account.closed(agenda.nowNanos()));
    }
  }
}
