package dev.warmpath.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.bench.cost.CostBenchmark.Case;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.sim.Traffic;
import dev.warmpath.sim.warmpath.TableConditions;
import dev.warmpath.sim.warmpath.WarmpathRouters;
import dev.warmpath.sim.workload.MadeUpWorkload;
import dev.warmpath.sim.workload.Pace;
import dev.warmpath.sim.workload.Workload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrafficRunTest {
  @Test
  void aRequestAloneCostsARowEachForItsAnchorsAndTargets() {
    // given
    Case one = simulated(MadeUpWorkload.B2B, 1);
    int anchors = anchorsOfTheOnlyRequest(one.workload());

    // when
    RequestTraffic request = one.run(8, 1, () -> {}).requests().getFirst();

    // then: half a unit for each row, found or not; a unit for each write, of rows that are small.
    assertThat(request.reads()).isEqualTo(1);
    assertThat(request.readUnits()).isEqualTo((anchors + 8) / 2.0);
    assertThat(request.targetWrites()).isEqualTo(2);
    assertThat(request.prefixWrites()).isBetween(1, 2);
    assertThat(request.writeUnits())
        .isEqualTo(request.targetWrites() + (double) request.prefixWrites());
  }

  @Test
  void everyRequestReadsOnceAndWritesItsTargetTwice() {
    // when
    TableTraffic traffic = simulated(MadeUpWorkload.CHAT, 300).run(8, 4, () -> {});

    // then
    assertThat(traffic.requests())
        .hasSize(300)
        .allSatisfy(
            request -> {
              assertThat(request.reads()).isEqualTo(1);
              assertThat(request.targetWrites()).isEqualTo(2);
              // Every row is within the kilobyte of one unit.
              assertThat(request.writeUnits())
                  .isEqualTo(request.prefixWrites() + request.targetWrites());
              assertThat(request.seconds()).isPositive();
              assertThat(request.decideMicros()).isPositive();
            });
  }

  @Test
  void aFleetLargerThanOneReadCostsNoMoreThanTheRowsOfTwoReads() {
    // when
    TableTraffic traffic = simulated(MadeUpWorkload.CHAT, 200).run(300, 8, () -> {});

    // then
    assertThat(traffic.at(1, RequestTraffic::reads)).isLessThanOrEqualTo(2);
    assertThat(traffic.at(1, RequestTraffic::readUnits)).isLessThanOrEqualTo(2 * 50);
    assertThat(traffic.mean(RequestTraffic::readUnits)).isLessThan(20);
  }

  @Test
  void aHotPrefixIsWrittenFarLessOftenThanItIsUsed() {
    // when
    TableTraffic traffic = simulated(MadeUpWorkload.HOT_PREFIX, 2000, 100).run(100, 8, () -> {});

    // then: a quarter of a hundred requests a second use one prefix.
    assertThat(traffic.at(0.5, RequestTraffic::prefixWrites)).isLessThanOrEqualTo(3);
    assertThat(traffic.hottestTarget().most()).isLessThan(traffic.requests().size() / 20);
  }

  private static int anchorsOfTheOnlyRequest(Workload workload) {
    Traffic traffic = workload.traffic(1);
    // It makes the next request as it is asked for the time of it.
    assertThat(traffic.nextNanos()).isNotEqualTo(Traffic.NEVER);
    return workload.chain(traffic.next()).anchors().size();
  }

  static Case simulated(MadeUpWorkload kind, int requests) {
    return simulated(kind, requests, 8);
  }

  private static Case simulated(MadeUpWorkload kind, int requests, double rate) {
    Workload workload =
        kind.workload(new Pace.Rate(rate), new Pace.Limit(requests, Duration.ofDays(1)));
    EngineProfile profile =
        EngineProfile.LLAMA_70B_8XH100.withCache(kind.usualKvTokens(), workload.blockTokens());
    return new Case(
        kind.label(),
        workload,
        profile,
        WarmpathRouters.asDeployed(
            new PrefixAffinityPolicy(), workload, profile, TableConditions.IDEAL, Duration.ZERO));
  }
}
