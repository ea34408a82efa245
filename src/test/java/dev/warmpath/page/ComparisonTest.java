package dev.warmpath.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.engine.EngineRequest;
import dev.warmpath.page.ComparisonView.Height;
import dev.warmpath.page.ComparisonView.Point;
import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.RunResult;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.SimSetup;
import dev.warmpath.sim.Simulation;
import dev.warmpath.sim.Traffic;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final int BLOCK = EngineProfile.BLOCK_TOKENS;
  private static final EngineProfile PROFILE = EngineProfile.laptopDemo(20_000);
  private static final long SECOND = 1_000_000_000L;

  @Test
  void nothingIsComparedBeforeBothSidesHaveAnswered() {
    // given
    Comparison comparison = new Comparison(2, PROFILE);
    comparison.submitted(prompt(1, 100), 0);

    // when
    ComparisonView view = comparison.view(SECOND);

    // then
    assertThat(view.requests()).isZero();
    assertThat(view.measured().p50()).isZero();
    assertThat(view.points()).isEmpty();
  }

  @Test
  void roundRobinComputesAPromptAnewOnEachEngine() {
    // given
    Comparison comparison = new Comparison(2, PROFILE);

    // when: the tier finds every prompt but the first in its cache
    for (int i = 0; i < 4; i++) {
      serve(comparison, prompt(1, 100), i * SECOND, i == 0 ? 0 : 99 * BLOCK);
    }
    ComparisonView view = comparison.view(5 * SECOND);

    // then
    assertThat(view.requests()).isEqualTo(4);
    assertThat(view.promptTokens()).isEqualTo(4 * 100 * BLOCK);
    assertThat(view.measured().cachedTokens()).isEqualTo(3 * 99 * BLOCK);
    assertThat(view.replayed().cachedTokens()).isEqualTo(2 * 99 * BLOCK);
    assertThat(view.replayed().p90()).isGreaterThan(view.replayed().p50());
  }

  @Test
  void agreesWithTheSimulatorsRoundRobin() {
    Seeds.forAll(
        20,
        (seed, random) -> {
          // given
          List<SimRequest> requests = new ArrayList<>();
          List<Long> times = new ArrayList<>();
          long now = 0;
          for (int i = 0; i < 300; i++) {
            now += random.nextLong(40_000_000);
            requests.add(simulated(i, random));
            times.add(now);
          }
          Comparison comparison = new Comparison(3, PROFILE);

          // when
          for (int i = 0; i < requests.size(); i++) {
            SimRequest request = requests.get(i);
            EngineRequest prompt =
                new EngineRequest(
                    0, request.blocks(), request.promptTokens(), request.outputTokens());
            serve(comparison, prompt, times.get(i), 0);
          }
          ComparisonView view = comparison.view(now + 3600 * SECOND);

          // then
          RunResult simulated =
              Simulation.run(
                  new SimSetup(3, PROFILE, 1, Duration.ZERO),
                  new Listed(requests, times),
                  RunFactory.of((engines, lot) -> new InTurn()),
                  1,
                  () -> {});
          assertThat(view.requests()).isEqualTo(simulated.answered());
          assertThat((double) view.replayed().cachedTokens() / view.promptTokens())
              .isCloseTo(simulated.hitRate(), within(1e-9));
          assertThat(view.replayed().p50().toNanos() / 1e9)
              .isCloseTo(simulated.ttft().p50(), within(1e-9));
          assertThat(view.replayed().p90().toNanos() / 1e9)
              .isCloseTo(simulated.ttft().p90(), within(1e-9));
        });
  }

  @Test
  void leavesOutWhatAFullQueueCannotTake() {
    // given: more than an engine computes in the time
    Comparison comparison = new Comparison(1, PROFILE);
    int many = RoundRobinReplay.LONGEST_QUEUE + 400;

    // when
    for (int i = 0; i < many; i++) {
      serve(comparison, prompt(i, 500), 0, 0);
    }
    ComparisonView view = comparison.view(24 * 3600 * SECOND);

    // then: some run at once, the others wait
    assertThat(view.leftOut()).isBetween(300L, 400L);
    assertThat(view.requests() + view.leftOut()).isLessThanOrEqualTo(many);
  }

  @Test
  void forgetsTheOldestRequestsOneByOneButNotInTheSums() {
    // given
    Comparison comparison = new Comparison(2, PROFILE);
    int many = Comparison.WINDOW + 100;

    // when
    for (int i = 0; i < many; i++) {
      serve(comparison, prompt(1, 10), i * SECOND, 9 * BLOCK);
    }
    ComparisonView view = comparison.view(many * SECOND);

    // then
    assertThat(view.requests()).isEqualTo(many);
    assertThat(view.window()).isEqualTo(Comparison.WINDOW);
    assertThat(view.measured().cachedTokens()).isEqualTo(many * 9L * BLOCK);
    assertThat(view.points()).hasSizeBetween(60, 80);
  }

  @Test
  void aFirstTokenOfARequestThatWasForgottenCountsForNothing() {
    // given
    Comparison comparison = new Comparison(2, PROFILE);
    long old = comparison.submitted(prompt(7, 10), 0);
    for (int i = 0; i < Comparison.WINDOW; i++) {
      serve(comparison, prompt(1, 10), i * SECOND, 0);
    }

    // when
    comparison.firstToken(old, 160, 5 * SECOND);

    // then
    assertThat(comparison.view(2_000 * SECOND).requests()).isEqualTo(Comparison.WINDOW);
  }

  @Test
  void thePointsEndWithTheLatestRequests() {
    // given
    Comparison comparison = new Comparison(1, PROFILE);

    // when: cold first, then warm for longer than a point reaches back
    for (int i = 0; i < 100; i++) {
      serve(comparison, prompt(1, 10), i * SECOND, i < 50 ? 0 : 9 * BLOCK);
    }
    List<Point> points = comparison.view(200 * SECOND).points();

    // then
    assertThat(points.getFirst().measured().hitRate()).isZero();
    assertThat(points.getLast().measured()).isEqualTo(new Height(0.9, Duration.ofMillis(1)));
    assertThat(points.getLast().replayed().hitRate()).isEqualTo(0.9);
  }

  @Test
  void timeMayRunOverTheEndOfTheClock() {
    // given
    Comparison comparison = new Comparison(1, PROFILE);

    // when
    serve(comparison, prompt(1, 100), Long.MAX_VALUE - SECOND / 100, 0);
    ComparisonView view = comparison.view(Long.MIN_VALUE + SECOND);

    // then
    assertThat(view.requests()).isOne();
    assertThat(view.replayed().p50()).isBetween(Duration.ofMillis(80), Duration.ofMillis(90));
  }

  /** The tier's own first token comes after a millisecond. */
  private static void serve(
      Comparison comparison, EngineRequest request, long nanos, int cachedTokens) {
    long number = comparison.submitted(request, nanos);
    comparison.firstToken(number, cachedTokens, nanos + 1_000_000);
  }

  private static EngineRequest prompt(int family, int blocks) {
    return new EngineRequest(0, names(family, blocks), blocks * BLOCK, 4);
  }

  private static SimRequest simulated(int id, RandomGenerator random) {
    int blocks = 1 + random.nextInt(120);
    return new SimRequest(
        id,
        0,
        blocks * BLOCK + random.nextInt(BLOCK),
        1 + random.nextInt(40),
        names(random.nextInt(12), blocks),
        BLOCK,
        new int[0]);
  }

  private static long[] names(int family, int blocks) {
    return LongStream.range(0, blocks).map(block -> family * 1_000_003L + block * 7 + 1).toArray();
  }

  private static final class InTurn implements SimPolicy {
    private int next;

    @Override
    public int pick(SimRequest request, FleetView fleet) {
      return next++ % fleet.size();
    }
  }

  private static final class Listed implements Traffic {
    private final List<SimRequest> requests;
    private final List<Long> times;
    private int taken;

    Listed(List<SimRequest> requests, List<Long> times) {
      this.requests = requests;
      this.times = times;
    }

    @Override
    public long nextNanos() {
      return taken == requests.size() ? NEVER : times.get(taken);
    }

    @Override
    public SimRequest next() {
      return requests.get(taken++);
    }

    @Override
    public boolean isWarmUp(SimRequest request, long nowNanos) {
      return false;
    }
  }
}
