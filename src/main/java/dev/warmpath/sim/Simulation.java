package dev.warmpath.sim;

import dev.warmpath.engine.EngineEvent;
import dev.warmpath.engine.EngineModel;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One run of one policy over one workload: discrete events in simulated time.
 *
 * <p>Routers and the network take no time. Equal inputs give equal results. Used once, confined to
 * one thread.
 */
public final class Simulation {
  private final SimSetup setup;
  private final Traffic traffic;
  private final Runnable progress;
  private final Agenda agenda = new Agenda();
  private final List<SimEngine> engines = new ArrayList<>();
  private final List<SimPolicy> routers = new ArrayList<>();
  private final PriorityQueue<SimEngine> busy = new PriorityQueue<>();
  private final RandomGenerator lot;
  private final FleetState live;
  private final FleetState seen;
  private final Measurements measurements;
  private long nextLook;

  private Simulation(
      SimSetup setup, Traffic traffic, RunFactory policy, long seed, Runnable progress) {
    this.setup = setup;
    this.traffic = traffic;
    this.progress = progress;
    List<EngineModel> models =
        IntStream.range(0, setup.targets())
            .mapToObj(i -> new EngineModel(setup.profile()))
            .toList();
    this.live = new FleetState(models, agenda);
    this.seen = setup.loadStaleness().isZero() ? live : new FleetState(models, agenda);
    for (int i = 0; i < models.size(); i++) {
      engines.add(new SimEngine(i, models.get(i), live));
    }
    this.lot = new SplittableRandom(seed);
    PolicyFactory factory = policy.begin(agenda, seed);
    for (int i = 0; i < setup.routers(); i++) {
      routers.add(factory.create(setup.targets(), lot.nextLong()));
    }
    this.measurements = new Measurements(setup.targets());
  }

  /**
   * Runs a policy over a workload until every request has ended.
   *
   * @param policy the rule, made anew
   * @param seed draws the lots of policies and routers
   * @param progress run at each arrival
   */
  public static RunResult run(
      SimSetup setup, Traffic traffic, RunFactory policy, long seed, Runnable progress) {
    return new Simulation(setup, traffic, policy, seed, progress).run();
  }

  private RunResult run() {
    while (true) {
      long arrival = traffic.nextNanos();
      long iteration = busy.isEmpty() ? Traffic.NEVER : busy.element().endNanos();
      long task = agenda.nextNanos();
      long now = Math.min(arrival, Math.min(iteration, task));
      if (now == Traffic.NEVER) {
        return measurements.result();
      }
      look(now);
      agenda.advanceTo(now);
      if (iteration == now) {
        finishIteration(busy.remove());
      } else if (task == now) {
        agenda.runNext();
      } else {
        arrive(traffic.next());
      }
    }
  }

  /** Between events nothing changes, so what was to be seen at a moment since is still there. */
  private void look(long now) {
    if (seen != live && now >= nextLook) {
      long interval = setup.loadStaleness().toNanos();
      seen.copy(live);
      nextLook = (now / interval + 1) * interval;
    }
  }

  private void arrive(SimRequest request) {
    long now = agenda.nowNanos();
    progress.run();
    measurements.arrived(request, now, traffic.isWarmUp(request, now), live.outstanding);
    SimPolicy router =
        routers.size() == 1 ? routers.getFirst() : routers.get(lot.nextInt(routers.size()));
    int pick = router.pick(request, seen);
    if (pick == SimPolicy.SHED) {
      measurements.shed();
      traffic.finished(request, now);
      return;
    }
    SimEngine engine = engines.get(pick);
    int expected = request.promptTokens() - engine.cachedTokens(request);
    if (!engine.submit(new InFlight(request, router, now, expected))) {
      measurements.refused();
      router.refused(request, pick, seen);
      traffic.finished(request, now);
    } else if (engine.isIdle()) {
      start(engine);
    }
  }

  private void start(SimEngine engine) {
    if (engine.start(agenda.nowNanos())) {
      busy.add(engine);
    }
  }

  private void finishIteration(SimEngine engine) {
    long now = agenda.nowNanos();
    if (engine.prefillTokens() > 0) {
      measurements.prefilled(now - engine.iterationNanos(), now);
    }
    for (EngineEvent event : engine.finish()) {
      switch (event) {
        case EngineEvent.FirstToken(long id, int cachedTokens) -> {
          InFlight request = engine.request(id);
          request.firstToken(now, cachedTokens);
          request.router().firstToken(request.request(), engine.number(), cachedTokens, seen);
        }
        case EngineEvent.Finished(long id) -> finish(engine, engine.remove(id));
      }
    }
    start(engine);
  }

  private void finish(SimEngine engine, InFlight ended) {
    long now = agenda.nowNanos();
    measurements.finished(ended, engine.number(), now);
    ended.router().finished(ended.request(), engine.number(), ended.cachedTokens(), seen);
    traffic.finished(ended.request(), now);
  }
}
