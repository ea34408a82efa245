package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Breakers, and what all policies make of them. */
final class BreakerTest {
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 1000);
  private static final Instant NOW = Contexts.NOW;
  private static final Target V0 = Contexts.target(0);
  private static final Target V1 = Contexts.target(1);
  private static final List<RoutingPolicy> POLICIES =
      List.of(
          new PrefixAffinityPolicy(),
          new LeastOutstandingPolicy(),
          new RoundRobinPolicy(),
          new RendezvousPolicy());

  @Test
  void opensAtTheThirdFaultInARowAndIsHalfOpenWhenItsTimeIsOver() {
    Instant until = NOW.plusSeconds(10);

    assertThat(Breaker.of(row(V0, 2, until), NOW)).isEqualTo(Breaker.CLOSED);
    assertThat(Breaker.of(row(V0, 3, until), NOW)).isEqualTo(Breaker.OPEN);
    assertThat(Breaker.of(row(V0, 3, until), until.minusMillis(1))).isEqualTo(Breaker.OPEN);
    assertThat(Breaker.of(row(V0, 3, until), until)).isEqualTo(Breaker.HALF_OPEN);
    assertThat(Breaker.of(TargetRow.unknown(V0.id()), NOW)).isEqualTo(Breaker.CLOSED);
  }

  @Test
  void aProbeIsDueUnlessOneRuns() {
    TargetRow halfOpen = row(V0, 3, NOW);
    TargetRow probed = halfOpen.with(halfOpen.health().probedUntil(NOW.plusSeconds(5)));

    assertThat(Breaker.isProbeDue(halfOpen, NOW)).isTrue();
    assertThat(Breaker.isProbeDue(row(V0, 3, NOW.plusSeconds(1)), NOW)).isFalse();
    assertThat(Breaker.isProbeDue(probed, NOW)).isFalse();
    assertThat(Breaker.isProbeDue(probed, NOW.plusSeconds(5))).isTrue();
  }

  @Test
  void timesThatOnlyAWrongClockCanHaveWrittenCountForNothing() {
    Instant absurd = NOW.plus(Duration.ofDays(100));
    TargetRow row = TargetRow.unknown(V0.id()).with(new Health(3, absurd, absurd, absurd));

    assertThat(Breaker.isProbeDue(row, NOW)).isTrue();
    assertThat(row.health().busy(NOW)).isZero();
  }

  @Test
  void noPolicyTakesAnOpenTarget() {
    for (RoutingPolicy policy : POLICIES) {
      for (int ticket = 0; ticket < 20; ticket++) {
        Contexts context =
            new Contexts(CHAIN)
                .owned(CHAIN.anchors().getLast(), Contexts.owner(V0))
                .ticket(ticket)
                .target(row(V0, 3, NOW.plusSeconds(20)))
                .target(row(V1, 99, NOW.plusSeconds(30)));

        assertThat(decide(policy, context).target()).isNotIn(V0, V1);
        assertThat(decide(policy, context).probe()).isFalse();
      }
    }
  }

  @Test
  void everyPolicyMarksAHalfOpenTargetAsAProbeAndLeavesOutOneThatIsProbed() {
    TargetRow due = row(V0, 3, NOW.minusSeconds(1));
    TargetRow probed = due.with(due.health().probedUntil(NOW.plusSeconds(5)));
    for (RoutingPolicy policy : POLICIES) {
      Set<Boolean> marks = new HashSet<>();
      for (int i = 0; i < 40; i++) {
        PrefixChain chain = Contexts.distinct("prompt " + i, 500);
        Routed routed = decide(policy, new Contexts(chain).ticket(i).target(due));
        Routed other = decide(policy, new Contexts(chain).ticket(i).target(probed));

        assertThat(routed.probe()).isEqualTo(routed.target().equals(V0));
        assertThat(other.target()).isNotEqualTo(V0);
        marks.add(routed.probe());
      }
      assertThat(marks).containsExactlyInAnyOrder(true, false);
    }
  }

  @Test
  void breakersNeverExcludeMoreThanHalfOfTheFleetAndTheFirstToOpenComeBackFirst() {
    Seeds.forAll(
        300,
        (seed, random) -> {
          // given
          int size = 1 + random.nextInt(8);
          Contexts context = new Contexts(CHAIN).fleet(Contexts.fleet(size));
          int broken = random.nextInt(size + 1);
          for (int i = 0; i < broken; i++) {
            context.target(row(Contexts.target(i), 3, NOW.plusSeconds(1 + i)));
          }

          // when
          Eligible eligible = Eligible.of(context.build());

          // then
          int excluded = Math.min(broken, size / 2);
          assertThat(eligible.fleet().targets())
              .hasSize(size - excluded)
              .containsAll(Contexts.fleet(broken - excluded).targets());
          assertThat(eligible.probes()).isEmpty();
        });
  }

  @Test
  void aLoneTargetIsTakenWhateverItsBreakerSays() {
    for (RoutingPolicy policy : POLICIES) {
      for (Instant until : List.of(NOW.plusSeconds(9), NOW.minusSeconds(9))) {
        Routed routed =
            decide(policy, new Contexts(CHAIN).fleet(Contexts.fleet(1)).target(row(V0, 9, until)));

        assertThat(routed.target()).isEqualTo(V0);
        assertThat(routed.probe()).isFalse();
      }
    }
  }

  @Test
  void onceSettledNoTargetIsLeftToTryAndTheOneThatMayBeTriedServes() {
    // given
    RoutingContext context =
        new Contexts(CHAIN).target(row(V0, 3, NOW)).target(row(V1, 3, NOW)).build();

    // when
    Eligible won = Eligible.of(Breaker.settled(context, Optional.of(V0.id())));
    Eligible lost = Eligible.of(Breaker.settled(context, Optional.empty()));

    // then
    assertThat(won.probes()).isEmpty();
    assertThat(won.fleet().targets()).contains(V0).doesNotContain(V1);
    assertThat(lost.probes()).isEmpty();
    assertThat(lost.fleet().targets()).doesNotContain(V0, V1);
  }

  @Test
  void aBusyHolderIsSparedAndOneOfManyBusyOnesIsStillTaken() {
    // given
    Contexts one =
        new Contexts(CHAIN)
            .owned(CHAIN.anchors().getLast(), Contexts.owner(V0), Contexts.owner(V1))
            .target(busy(V0));
    Contexts all = new Contexts(CHAIN).owned(CHAIN.anchors().getLast(), Contexts.owner(V0));
    Contexts.fleet(4).targets().forEach(t -> all.target(busy(t)));

    // then
    assertThat(decide(new PrefixAffinityPolicy(), one).target()).isEqualTo(V1);
    assertThat(decide(new PrefixAffinityPolicy(), all).target()).isEqualTo(V0);
  }

  @Test
  void busyTimeWaitsInTheQueueUntilItIsOver() {
    TargetRow row = busy(V0);

    assertThat(TargetLoad.of(row, NOW, 1000).queuedPrefillTokens()).isEqualTo(2000);
    assertThat(TargetLoad.of(row, NOW.plusSeconds(1), 1000).queuedPrefillTokens()).isEqualTo(1000);
    assertThat(TargetLoad.of(row, NOW.plusSeconds(2), 1000).queuedPrefillTokens()).isZero();
  }

  private static TargetRow row(Target target, long faults, Instant openUntil) {
    return TargetRow.unknown(target.id())
        .with(new Health(faults, openUntil, Instant.EPOCH, Instant.EPOCH));
  }

  private static TargetRow busy(Target target) {
    return TargetRow.unknown(target.id())
        .with(new Health(0, Instant.EPOCH, Instant.EPOCH, NOW.plusSeconds(2)));
  }

  private static Routed decide(RoutingPolicy policy, Contexts context) {
    return (Routed) policy.decide(context.build());
  }
}
