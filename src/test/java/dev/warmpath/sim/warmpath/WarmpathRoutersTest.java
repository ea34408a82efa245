package dev.warmpath.sim.warmpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.RunResult;
import dev.warmpath.sim.SimSetup;
import dev.warmpath.sim.Simulation;
import dev.warmpath.sim.peer.Peers;
import dev.warmpath.sim.workload.MadeUpWorkload;
import dev.warmpath.sim.workload.Pace;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarmpathRoutersTest {
  private static final Workload WORKLOAD =
      MadeUpWorkload.CHAT.workload(new Pace.Rate(8), new Pace.Limit(1000, Duration.ofDays(1)));
  private static final EngineProfile PROFILE =
      EngineProfile.LLAMA_70B_8XH100.withCache(307_000, WORKLOAD.blockTokens());

  @Test
  void theProductionClassesFindWhatTheTrafficShares() {
    // when
    RunResult warmpath = run(TableConditions.IDEAL, Duration.ZERO, 1);
    RunResult base = run(RunFactory.of(Peers.byName("least-outstanding")), 1);

    // then
    assertThat(warmpath.answered()).isEqualTo(warmpath.requests()).isEqualTo(base.requests());
    assertThat(warmpath.hitRate()).isGreaterThan(base.hitRate() + 0.2);
    assertThat(warmpath.ttft().p50()).isLessThan(0.8 * base.ttft().p50());
  }

  @Test
  void equalSeedsGiveEqualRuns() {
    // given
    TableConditions rough = new TableConditions(Duration.ofMillis(20), 0.1, 0.1);

    // then
    assertThat(run(rough, Duration.ofSeconds(30), 4))
        .isEqualTo(run(rough, Duration.ofSeconds(30), 4));
  }

  @Test
  void everyRequestIsAnsweredUnderAStaleLossyTableAndColdStarts() {
    // when
    RunResult rough =
        run(new TableConditions(Duration.ofMillis(50), 0.05, 0.02), Duration.ofSeconds(20), 8);
    RunResult base = run(RunFactory.of(Peers.byName("least-outstanding")), 8);

    // then
    assertThat(rough.answered()).isEqualTo(rough.requests());
    assertThat(rough.hitRate()).isGreaterThan(base.hitRate());
  }

  @Test
  void withoutATableEachPromptGoesToItsRendezvousCandidate() {
    // when
    RunResult blind = run(new TableConditions(Duration.ZERO, 0, 1), Duration.ZERO, 3);

    // then
    assertThat(blind.answered()).isEqualTo(blind.requests());
    assertThat(blind.shed()).isZero();
  }

  private static RunResult run(TableConditions table, Duration coldStartEvery, int routers) {
    return run(
        WarmpathRouters.asDeployed(
            new PrefixAffinityPolicy(), WORKLOAD, PROFILE, table, coldStartEvery),
        routers);
  }

  private static RunResult run(RunFactory policy, int routers) {
    SimSetup setup = new SimSetup(8, PROFILE, routers, Duration.ZERO);
    return Simulation.run(setup, WORKLOAD.traffic(1), policy, 1, () -> {});
  }
}
