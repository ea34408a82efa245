package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.routing.Findings.AnchorFinding;
import dev.warmpath.routing.Findings.LeftOut;
import dev.warmpath.routing.Findings.OwnerFinding;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FindingsTest {
  private static final Target V0 = Contexts.target(0);
  private static final Target V1 = Contexts.target(1);
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 1000);
  private static final Anchor FIRST = CHAIN.anchors().getFirst();
  private static final Owner OWNER = Contexts.owner(V0);

  @Test
  void everyAnchorIsToldWithItsTokensAndWhoStandsInItsRow() {
    // when
    Findings findings = Findings.of(new Contexts(CHAIN).owned(FIRST, OWNER).build());

    // then
    assertThat(findings.anchors()).extracting(AnchorFinding::anchor).isEqualTo(CHAIN.anchors());
    assertThat(findings.anchors())
        .allMatch(a -> a.tokens() == Contexts.FACTS.tokens(a.anchor().depthBytes()));
    assertThat(findings.anchors().getFirst().owners())
        .extracting(OwnerFinding::owner)
        .containsExactly(OWNER);
    assertThat(findings.anchors().stream().skip(1)).allMatch(a -> a.owners().isEmpty());
    assertThat(findings.leftOut()).isEmpty();
  }

  @Test
  void anOwnerIsToldWithWhereItLeadsAndWhatItsCacheTookInSince() {
    // given
    Anchor tip = CHAIN.tip().orElseThrow();
    Owner owner = new Owner(V0.id(), 700, 0, Contexts.NOW, Optional.of(tip), true);

    // when
    OwnerFinding found =
        finding(
            new Contexts(CHAIN).owned(FIRST, owner).target(Contexts.state(V0, 1_000, 0, false)));

    // then
    assertThat(found.tokens()).isEqualTo(Contexts.FACTS.tokens(tip.depthBytes()));
    assertThat(found.distanceTokens()).isEqualTo(300);
    assertThat(found.capacityTokens()).isEqualTo(Contexts.FACTS.capacityTokens());
  }

  @Test
  void theCachesOfAllInstancesAreCountedTogether() {
    // given
    Target three = Target.ofVariant("endpoint", "v0", 3, false);

    // then
    assertThat(
            finding(new Contexts(CHAIN).fleet(new Fleet(List.of(three))).owned(FIRST, OWNER))
                .capacityTokens())
        .isEqualTo(3 * Contexts.FACTS.capacityTokens());
  }

  @Test
  void anOwnerCountsWhileItServesAndItsCacheMayHoldItStill() {
    assertThat(standing(new Contexts(CHAIN).owned(FIRST, OWNER))).isEqualTo(Standing.LIVE);
  }

  @Test
  void anOwnerThatDrainsFailsOrHasLeftDoesNotServe() {
    Health failing = new Health(3, Contexts.NOW.plusSeconds(9), Instant.EPOCH, Instant.EPOCH);
    TargetRow failed = TargetRow.unknown(V0.id()).with(failing);

    assertThat(
            standing(
                new Contexts(CHAIN).owned(FIRST, OWNER).target(Contexts.state(V0, 0, 0, true))))
        .isEqualTo(Standing.NOT_SERVING);
    assertThat(standing(new Contexts(CHAIN).owned(FIRST, OWNER).target(failed)))
        .isEqualTo(Standing.NOT_SERVING);
    assertThat(standing(new Contexts(CHAIN).owned(FIRST, Contexts.owner(Contexts.target(9)))))
        .isEqualTo(Standing.NOT_SERVING);
  }

  @Test
  void anOwnerWhoseCacheBeganAnewIsRestarted() {
    assertThat(
            standing(
                new Contexts(CHAIN).owned(FIRST, OWNER).target(Contexts.state(V0, 0, 1, false))))
        .isEqualTo(Standing.RESTARTED);
  }

  @Test
  void anOwnerThatWasNotUsedForTooLongIsExpired() {
    Instant longAgo = Contexts.NOW.minus(Contexts.TTL);

    assertThat(
            standing(
                new Contexts(CHAIN)
                    .owned(FIRST, new Owner(V0.id(), 0, 0, longAgo, Optional.empty(), true))))
        .isEqualTo(Standing.EXPIRED);
  }

  @Test
  void anOwnerWhoseCacheTookInMoreThanItHoldsIsEvicted() {
    assertThat(
            standing(
                new Contexts(CHAIN)
                    .owned(FIRST, OWNER)
                    .target(Contexts.state(V0, Contexts.FACTS.capacityTokens(), 0, false))))
        .isEqualTo(Standing.EVICTED);
  }

  @Test
  void targetsThatCannotBeChosenAreNamedWithTheCause() {
    // given
    Health failing = new Health(3, Contexts.NOW.plusSeconds(9), Instant.EPOCH, Instant.EPOCH);

    // when
    Findings findings =
        Findings.of(
            new Contexts(CHAIN)
                .target(Contexts.state(V0, 0, 0, true))
                .target(TargetRow.unknown(V1.id()).with(failing))
                .build());

    // then
    assertThat(findings.leftOut()).containsExactly(new LeftOut(V0, true), new LeftOut(V1, false));
  }

  private static Standing standing(Contexts context) {
    return finding(context).standing();
  }

  private static OwnerFinding finding(Contexts context) {
    return Findings.of(context.build()).anchors().getFirst().owners().getFirst();
  }
}
