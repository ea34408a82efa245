package dev.warmpath.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.sim.peer.Peers;
import dev.warmpath.sim.workload.MadeUpWorkload;
import dev.warmpath.sim.workload.Pace;
import dev.warmpath.sim.workload.Workload;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final EngineProfile ENGINE = EngineProfile.LLAMA_70B_8XH100.withCache(200_000, 64);

  @Test
  void everyRequestEndsExactlyOnce() {
    Seeds.forAll(
        2,
        (seed, random) -> {
          for (MadeUpWorkload kind : MadeUpWorkload.values()) {
            // given: an engine that is too small for some, a policy that sheds some
            Workload workload = kind.workload(pace(kind), new Pace.Limit(300, Duration.ofDays(1)));
            SimSetup setup =
                new SimSetup(3, ENGINE.withCache(60_000, 64), 2, Duration.ofMillis(40));
            List<Recorder> routers = new ArrayList<>();
            RunFactory policy =
                (agenda, runSeed) ->
                    (engines, routerSeed) -> {
                      Recorder router = new Recorder(shedding(engines, routerSeed));
                      routers.add(router);
                      return router;
                    };

            // when
            Simulation.run(setup, workload.traffic(seed), policy, seed, () -> {});

            // then
            List<Integer> ended =
                routers.stream().flatMap(r -> r.ended().stream()).sorted().toList();
            assertThat(routers.stream().mapToInt(Recorder::sent).sum()).isEqualTo(300);
            assertThat(ended).hasSize(300).doesNotHaveDuplicates();
          }
        });
  }

  @Test
  void equalSeedsGiveEqualResultsAndOthersDoNot() {
    // given
    Workload workload =
        MadeUpWorkload.CHAT.workload(new Pace.Rate(6), new Pace.Limit(500, Duration.ofDays(1)));

    // then
    assertThat(run(workload, 1, Peers.byName("random")))
        .isEqualTo(run(workload, 1, Peers.byName("random")))
        .isNotEqualTo(run(workload, 2, Peers.byName("random")));
  }

  @Test
  void meetsTheSojournTimeOfTheorysQueueWithConstantService() {
    // given: one sequence at a time, 100 ms each, Poisson arrivals at 6.5 a second
    EngineProfile engine =
        new EngineProfile(
            10_000,
            Double.POSITIVE_INFINITY,
            Duration.ofMillis(10),
            Duration.ZERO,
            0,
            10_000,
            1,
            1_000_000,
            64);
    double load = 0.65;
    Recorder recorder = new Recorder((request, fleet) -> 0);
    SimSetup setup = new SimSetup(1, engine, 1, Duration.ZERO);

    // when
    Simulation.run(setup, new Constant(load / 0.1, 100_000), of(recorder), 1, () -> {});

    // then: M/D/1, service + load * service / (2 * (1 - load))
    double expected = 0.1 + load * 0.1 / (2 * (1 - load));
    assertThat(recorder.meanSojournSeconds()).isCloseTo(expected, within(0.003));
  }

  @Test
  void aRunsResultIsTheSumOfItsCountedRequests() {
    // given: 1000 equal requests at leisure, each with 1000 tokens of which 960 are shared
    SimSetup setup = new SimSetup(2, ENGINE, 1, Duration.ZERO);
    List<SimRequest> requests =
        IntStream.range(0, 1000)
            .mapToObj(i -> new SimRequest(i, i, 1000, 11, blocks(15), 64, new int[0]))
            .toList();

    // when
    RunResult result =
        Simulation.run(
            setup,
            new Spaced(requests, 1_000_000_000L, 100),
            RunFactory.of(Peers.byName("round-robin")),
            1,
            () -> {});

    // then
    assertThat(result.requests()).isEqualTo(900);
    assertThat(result.answered()).isEqualTo(900);
    assertThat(result.hitRate()).isEqualTo(0.96);
    assertThat(result.idealHitRate()).isEqualTo(0.96);
    assertThat(result.completedPerSecond()).isCloseTo(1, within(0.01));
    assertThat(result.requestsMaxOverMean()).isEqualTo(1);
    assertThat(result.workMaxOverMean()).isEqualTo(1);
    // 12 ms + 0.1 ms + 40 tokens at 10,000 a second, a little dearer at depth 980
    assertThat(result.ttft().p50()).isCloseTo(0.0161, within(0.0002));
    assertThat(result.ttft().p99()).isEqualTo(result.ttft().p50());
    // 12.1 ms and 1005 tokens of context read at 20.4 ns
    assertThat(result.interTokenSeconds()).isCloseTo(0.01212, within(0.00001));
    assertThat(result.utilisation()).isCloseTo(0.0161 / 2, within(0.0002));
  }

  @Test
  void aStaleViewHidesWhatHappenedSince() {
    // given: ten requests within half a second, and a look at the load each second
    SimSetup setup = new SimSetup(2, ENGINE, 1, Duration.ofSeconds(1));
    List<Integer> seen = new ArrayList<>();
    SimPolicy policy =
        (request, fleet) -> {
          seen.add(fleet.outstanding(0));
          return 0;
        };
    List<SimRequest> requests =
        IntStream.range(0, 30)
            .mapToObj(i -> new SimRequest(i, i, 5000, 100, new long[0], 64, new int[0]))
            .toList();

    // when
    Simulation.run(setup, new Spaced(requests, 50_000_000L, 0), of(policy), 1, () -> {});

    // then: the look at one second finds the twenty sent before it
    assertThat(seen.subList(0, 20)).containsOnly(0);
    assertThat(seen.subList(20, 30)).containsOnly(20);
  }

  @Test
  void theViewCountsPendingPrefillDownToZero() {
    // given
    SimSetup setup = new SimSetup(1, ENGINE, 1, Duration.ZERO);
    List<Long> pending = new ArrayList<>();
    List<Integer> running = new ArrayList<>();
    SimPolicy policy =
        new SimPolicy() {
          @Override
          public int pick(SimRequest request, FleetView fleet) {
            pending.add(fleet.pendingPrefillTokens(0));
            return 0;
          }

          @Override
          public void finished(SimRequest request, int engine, int cached, FleetView fleet) {
            running.add(fleet.running(0) + fleet.waiting(0));
            pending.add(fleet.pendingPrefillTokens(0));
          }
        };
    SimRequest request = new SimRequest(0, 0, 5000, 2, blocks(78), 64, new int[0]);
    SimRequest sibling = new SimRequest(1, 0, 5000, 3, blocks(78), 64, new int[0]);

    // when: the second arrives before anything is computed, and then finds all in the cache
    Simulation.run(setup, new Spaced(List.of(request, sibling), 1, 0), of(policy), 1, () -> {});

    // then
    assertThat(pending).containsExactly(0L, 5000L, 0L, 0L);
    assertThat(running).containsExactly(1, 0);
  }

  private static RunFactory of(SimPolicy policy) {
    return RunFactory.of((engines, seed) -> policy);
  }

  private static RunResult run(Workload workload, long seed, PolicyFactory policy) {
    SimSetup setup = new SimSetup(4, ENGINE, 3, Duration.ZERO);
    return Simulation.run(setup, workload.traffic(seed), RunFactory.of(policy), seed, () -> {});
  }

  private static SimPolicy shedding(int engines, long seed) {
    SimPolicy random = Peers.byName("random").create(engines, seed);
    return (request, fleet) -> request.id() % 7 == 3 ? SimPolicy.SHED : random.pick(request, fleet);
  }

  private static Pace pace(MadeUpWorkload kind) {
    return kind == MadeUpWorkload.AGENTS ? new Pace.Users(20) : new Pace.Rate(5);
  }

  private static long[] blocks(int count) {
    return IntStream.rangeClosed(1, count).asLongStream().toArray();
  }

  /** Requests at equal distances, of which the first ones are warm-up. */
  private static final class Spaced implements Traffic {
    private final List<SimRequest> requests;
    private final long gapNanos;
    private final int warmUp;
    private int taken;

    Spaced(List<SimRequest> requests, long gapNanos, int warmUp) {
      this.requests = requests;
      this.gapNanos = gapNanos;
      this.warmUp = warmUp;
    }

    @Override
    public long nextNanos() {
      return taken == requests.size() ? NEVER : taken * gapNanos;
    }

    @Override
    public SimRequest next() {
      return requests.get(taken++);
    }

    @Override
    public boolean isWarmUp(SimRequest request, long nowNanos) {
      return request.id() < warmUp;
    }
  }

  /** Prompts of 900 tokens with one token of answer, by Poisson's law. */
  private static final class Constant implements Traffic {
    private final Random random = new Random(17);
    private final double rate;
    private final int count;
    private double at;
    private int taken;

    Constant(double rate, int count) {
      this.rate = rate;
      this.count = count;
    }

    @Override
    public long nextNanos() {
      return taken == count ? NEVER : Math.round(at * 1e9);
    }

    @Override
    public SimRequest next() {
      at -= Math.log(1 - random.nextDouble()) / rate;
      return new SimRequest(taken++, 0, 900, 1, new long[0], 64, new int[0]);
    }

    @Override
    public boolean isWarmUp(SimRequest request, long nowNanos) {
      return false;
    }
  }
}
