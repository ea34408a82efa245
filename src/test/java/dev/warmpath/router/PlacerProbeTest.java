package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.RoundRobinPolicy;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.FakeClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Targets that failed before are tried by one router at a time. */
final class PlacerProbeTest {
  private static final Instant NOW = FakeClock.START;
  private static final PoolFacts FACTS =
      new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10));
  private static final List<Target> TARGETS =
      IntStream.range(0, 4).mapToObj(i -> Target.ofVariant("endpoint", "v" + i, 1, false)).toList();
  private static final PrefixChain CHAIN =
      new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8))
          .chain(TextBody.of("x".repeat(3000), "question").prompt());

  private final MapTable table = new MapTable();

  @Test
  void whoWinsTheProbeUsesTheTarget() {
    // given
    TARGETS.subList(0, 2).forEach(t -> table.put(halfOpen(t)));

    // when
    Placement placement = place(new RoundRobinPolicy(), 0);

    // then
    assertThat(target(placement)).isEqualTo(TARGETS.getFirst());
    assertThat(((Routed) placement.decision()).probe()).isTrue();
    assertThat(table.target(TARGETS.getFirst().id()).health().probeUntil())
        .isEqualTo(NOW.plus(Breaker.PROBE_TIME));
  }

  @Test
  void whileAProbeRunsNobodyElseUsesTheTarget() {
    // given
    table.put(halfOpen(TARGETS.getFirst()));
    place(new RoundRobinPolicy(), 0);

    // when
    List<Placement> others =
        IntStream.range(0, 8).mapToObj(i -> place(new RoundRobinPolicy(), i)).toList();

    // then
    assertThat(others).noneMatch(p -> target(p).equals(TARGETS.getFirst()));
    assertThat(table.writes()).hasSize(1);
  }

  @Test
  void whoLosesTheProbeDecidesAgainWithoutAnyProbeAndWritesNothingMore() {
    // given
    TARGETS.subList(0, 2).forEach(t -> table.put(halfOpen(t)));
    table.failWrites(Degradation.TIMEOUT);

    // when
    Placement placement = place(new RoundRobinPolicy(), 0);

    // then
    assertThat(target(placement)).isNotIn(TARGETS.subList(0, 2));
    assertThat(((Routed) placement.decision()).probe()).isFalse();
    assertThat(table.writes(TableWrite.LeaseProbe.class)).hasSize(1);
  }

  @Test
  void aLostClaimAfterAWonProbeCostsNoSecondProbe() {
    // given
    // The prompt's own choice among sound targets is probed here; the rival owns the same one.
    Target chosen = target(place(new PrefixAffinityPolicy(), 0));
    MapTable fresh = new MapTable();
    fresh.put(halfOpen(chosen));
    var anchor = CHAIN.anchors().getFirst();
    fresh.letRivalClaim(
        new PrefixRow(
            anchor.hash(),
            anchor.depthBytes(),
            1,
            List.of(new Owner(chosen.id(), 0, 0, NOW, CHAIN.tip(), false)),
            NOW.plusSeconds(600)));

    // when
    Placement placement = placer(fresh, new PrefixAffinityPolicy()).place(inquiry(TARGETS, 0));

    // then
    assertThat(placement.claim()).isEqualTo(ClaimState.LOST);
    assertThat(target(placement)).isEqualTo(chosen);
    assertThat(fresh.writes(TableWrite.LeaseProbe.class)).hasSize(1);
  }

  @Test
  void soundTargetsCostNoWrite() {
    place(new RoundRobinPolicy(), 0);

    assertThat(table.writes()).isEmpty();
  }

  @Test
  void aFleetWithoutTargetsHasNoPlacement() {
    Placer placer = new Placer(new RoundRobinPolicy(), table);

    assertThat(placer.place(inquiry(List.of(), 0)).decision()).isEqualTo(new NoTarget());
  }

  private Placement place(RoutingPolicy policy, long ticket) {
    return placer(table, policy).place(inquiry(TARGETS, ticket));
  }

  private static Inquiry inquiry(List<Target> targets, long ticket) {
    return new Inquiry(
        CHAIN, FACTS, FleetView.fixed(new Fleet(targets)), NOW, ticket, Runnable::run);
  }

  private static Placer placer(MapTable rows, RoutingPolicy policy) {
    return new Placer(policy, rows);
  }

  private static Target target(Placement placement) {
    return Optional.of(placement.decision())
        .filter(Routed.class::isInstance)
        .map(d -> ((Routed) d).target())
        .orElseThrow();
  }

  private static TargetRow halfOpen(Target target) {
    return TargetRow.unknown(target.id())
        .with(new Health(Breaker.FAULTS, NOW.minusSeconds(1), Instant.EPOCH, Instant.EPOCH));
  }
}
