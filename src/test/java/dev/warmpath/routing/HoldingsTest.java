package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HoldingsTest {
  private static final Target V0 = Contexts.target(0);
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 4000);
  private static final Anchor SHALLOW = CHAIN.anchors().getFirst();
  private static final Anchor DEEP = CHAIN.anchors().getLast();
  private static final long CLOCK = 500_000;

  @Test
  void ofTwoEntriesThatLeadEquallyDeepTheLaterUsedOneTellsTheDistance() {
    assertThat(distance(CLOCK - 10, CLOCK - 90)).isEqualTo(10);
    assertThat(distance(CLOCK - 90, CLOCK - 10)).isEqualTo(10);
  }

  @Test
  void theDeeperOfTwoEntriesTellsTheDistanceHoweverLongAgoItWasUsed() {
    // given
    Holdings holdings =
        holdings(owner(CLOCK - 10, Optional.empty()), owner(CLOCK - 90, Optional.empty()));

    // then
    assertThat(holdings.depthBytes(V0.id())).isEqualTo(DEEP.depthBytes());
    assertThat(holdings.distance(V0.id())).isEqualTo(90);
  }

  @Test
  void whatCountsAsEvictedIsWhatReachesBeyondWhatIsHeld() {
    // given
    Owner evicted = owner(CLOCK - Contexts.FACTS.capacityTokens(), Optional.empty());
    Owner held = owner(CLOCK, Optional.empty());

    // then
    assertThat(holdings(held, evicted).evictedBytes(V0.id()))
        .isEqualTo(DEEP.depthBytes() - SHALLOW.depthBytes());
    assertThat(holdings(held, evicted).depthBytes(V0.id())).isEqualTo(SHALLOW.depthBytes());
    assertThat(holdings(evicted, held).evictedBytes(V0.id())).isZero();
    assertThat(holdings(evicted, evicted).evictedBytes(V0.id())).isEqualTo(DEEP.depthBytes());
  }

  private static long distance(long shallowClock, long deepClock) {
    return holdings(owner(shallowClock, Optional.of(DEEP)), owner(deepClock, Optional.empty()))
        .distance(V0.id());
  }

  private static Holdings holdings(Owner shallow, Owner deep) {
    return new Holdings(
        new Contexts(CHAIN)
            .owned(SHALLOW, shallow)
            .owned(DEEP, deep)
            .target(Contexts.state(V0, CLOCK, 0, false))
            .build());
  }

  private static Owner owner(long clock, Optional<Anchor> tip) {
    return new Owner(V0.id(), clock, 0, Contexts.NOW, tip, false);
  }
}
