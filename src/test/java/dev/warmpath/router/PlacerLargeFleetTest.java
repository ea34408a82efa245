package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.routing.Candidate;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.Rendezvous;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.FakeClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A fleet too large for one read is placed by its holders and a sample. */
final class PlacerLargeFleetTest {
  private static final Instant NOW = FakeClock.START;
  private static final PoolFacts FACTS =
      new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10));
  private static final List<Target> TARGETS =
      IntStream.range(0, 1000)
          .mapToObj(i -> Target.ofVariant("endpoint", "v" + i, 1, false))
          .toList();
  private static final PrefixChain CHAIN =
      new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8))
          .chain(TextBody.of("x".repeat(3000), "question").prompt());

  /** A holder that no other rule would choose. */
  private static final Target HOLDER =
      TARGETS.stream()
          .filter(t -> !Rendezvous.preferred(CHAIN.family(), TARGETS, 2).contains(t))
          .findFirst()
          .orElseThrow();

  private final MapTable table = new MapTable();

  @Test
  void aHolderOutsideTheSampleServes() {
    // given
    table.claim(by(HOLDER));

    // when
    List<Routed> routed = LongStream.range(0, 50).mapToObj(this::place).toList();

    // then
    assertThat(routed).allMatch(r -> r.target().equals(HOLDER) && r.reason() == Reason.WARM);
  }

  @Test
  void aBusyHolderOutsideTheSampleIsSeenToBeBusy() {
    // given
    table.claim(by(HOLDER));
    table.put(busy(HOLDER));

    // when
    List<Routed> routed = LongStream.range(0, 50).mapToObj(this::place).toList();

    // then
    assertThat(routed).allMatch(r -> r.reason() == Reason.SPILLED);
    assertThat(routed).noneMatch(r -> r.target().equals(HOLDER));
  }

  @Test
  void fewTargetsAreReadAndCompared() {
    assertThat(place(7).candidates()).hasSizeLessThanOrEqualTo(20);
  }

  @Test
  void differentRequestsSampleDifferentTargets() {
    assertThat(
            LongStream.range(0, 50)
                .mapToObj(this::place)
                .flatMap(r -> r.candidates().stream())
                .map(Candidate::target)
                .distinct())
        .hasSizeGreaterThan(200);
  }

  private Routed place(long ticket) {
    FleetView fleet = FleetView.fixed(new Fleet(TARGETS));
    return (Routed)
        new Placer(new PrefixAffinityPolicy(), table)
            .place(new Inquiry(CHAIN, FACTS, fleet, NOW, ticket, Runnable::run))
            .decision();
  }

  private static ClaimRequest by(Target target) {
    return new ClaimRequest(
        CHAIN.pool(),
        CHAIN.anchors().getLast(),
        0,
        new Owner(target.id(), 0, 0, NOW, CHAIN.tip(), true),
        NOW.plusSeconds(600));
  }

  private static TargetRow busy(Target target) {
    return new TargetRow(
        target.id(),
        0,
        0,
        Map.of(TargetRow.prefillBucket(NOW), 1_000_000L),
        Map.of(),
        Map.of(),
        Map.of(),
        false);
  }
}
