package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class BaselinePoliciesTest {
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 1000);

  @Test
  void leastOutstandingTakesTheTargetWithTheFewestRequests() {
    for (Target idle : Contexts.fleet(4).targets()) {
      Contexts context = new Contexts(CHAIN);
      Contexts.fleet(4).targets().stream()
          .filter(t -> !t.equals(idle))
          .forEach(t -> context.queued(t, 1));

      Routed routed = decide(new LeastOutstandingPolicy(), context);

      assertThat(routed.target()).isEqualTo(idle);
      assertThat(routed.reason()).isEqualTo(Reason.LOAD);
    }
  }

  @Test
  void leastOutstandingDrawsTiesFairly() {
    // given
    Map<Target, Integer> counts = new HashMap<>();

    // when
    for (int ticket = 0; ticket < 4000; ticket++) {
      Routed routed = decide(new LeastOutstandingPolicy(), new Contexts(CHAIN).ticket(ticket));
      counts.merge(routed.target(), 1, Integer::sum);
    }

    // then
    // 1,000 expected; five standard deviations are 137.
    assertThat(counts).hasSize(4).allSatisfy((t, n) -> assertThat(n).isBetween(863, 1137));
  }

  @Test
  void leastOutstandingCountsRequestsPerInstance() {
    // given
    Target large = Target.ofVariant("endpoint", "large", 4, true);
    Target small = Contexts.target(0);
    TargetRow three =
        new TargetRow(
            large.id(),
            0,
            0,
            Map.of(),
            Map.of(TargetRow.sequenceBucket(Contexts.NOW), 3L),
            Map.of(),
            Map.of(),
            false);
    Contexts context =
        new Contexts(CHAIN)
            .fleet(new Fleet(java.util.List.of(small, large)))
            .target(three)
            .queued(small, 1);

    // then
    assertThat(decide(new LeastOutstandingPolicy(), context).target()).isEqualTo(large);
  }

  @Test
  void roundRobinTakesEveryTargetInTurn() {
    for (long ticket = -8; ticket < 8; ticket++) {
      Routed routed = decide(new RoundRobinPolicy(), new Contexts(CHAIN).ticket(ticket));

      assertThat(routed.target()).isEqualTo(Contexts.target((int) Math.floorMod(ticket, 4L)));
      assertThat(routed.reason()).isEqualTo(Reason.TURN);
    }
  }

  @Test
  void rendezvousGoesWhereTheFamilyPoints() {
    Routed routed = decide(new RendezvousPolicy(), new Contexts(CHAIN));

    assertThat(routed.target())
        .isEqualTo(Rendezvous.preferred(CHAIN.family(), Contexts.fleet(4).targets(), 1).getFirst());
    assertThat(routed.reason()).isEqualTo(Reason.FALLBACK);
    assertThat(routed.prefillWork())
        .isEqualTo(PrefillWork.tokens(0, routed.promptTokens()))
        .isPositive();
  }

  @Test
  void onlyTheAffinityPolicyReadsPrefixes() {
    assertThat(new PrefixAffinityPolicy().readsPrefixes()).isTrue();
    assertThat(new RendezvousPolicy().readsPrefixes()).isFalse();
    assertThat(new LeastOutstandingPolicy().readsPrefixes()).isFalse();
    assertThat(new RoundRobinPolicy().readsPrefixes()).isFalse();
  }

  @Test
  void policiesHaveNamesThatPeopleConfigureThemBy() {
    assertThat(
            Stream.of(
                    new PrefixAffinityPolicy(),
                    new LeastOutstandingPolicy(),
                    new RendezvousPolicy(),
                    new RoundRobinPolicy())
                .map(RoutingPolicy::name))
        .containsExactly("warmpath", "least-outstanding", "rendezvous", "round-robin");
  }

  private static Routed decide(RoutingPolicy policy, Contexts context) {
    return (Routed) policy.decide(context.build());
  }
}
