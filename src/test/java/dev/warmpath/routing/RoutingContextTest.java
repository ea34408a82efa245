package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixChain;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ten thousand tokens a second are computed unless something else was learned. */
final class RoutingContextTest {
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 1000);
  private static final Target V0 = Contexts.target(0);
  private static final Target V1 = Contexts.target(1);

  @Test
  void aQueueLastsAsLongAsItsTokensTakeToCompute() {
    RoutingContext context = new Contexts(CHAIN).queued(V0, 25_000).build();

    assertThat(context.queue(V0)).isEqualTo(Duration.ofMillis(2500));
    assertThat(context.queue(V1)).isZero();
  }

  @Test
  void theTimeToBeSparedLengthensTheQueueButIsNoWorkThatWaits() {
    // given
    Instant spared = Contexts.NOW.plusSeconds(3);
    TargetRow row =
        Contexts.loaded(V0, 20_000, 0).with(new Health(0, Instant.EPOCH, Instant.EPOCH, spared));

    // when
    RoutingContext context = new Contexts(CHAIN).target(row).build();

    // then
    assertThat(context.queue(V0)).isEqualTo(Duration.ofSeconds(5));
    assertThat(context.prefillQueue(V0)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void theShortestQueueIsThatOfTheTargetWhichIsFreeFirst() {
    RoutingContext context =
        new Contexts(CHAIN).fleet(Contexts.fleet(2)).queued(V0, 30_000).queued(V1, 20_000).build();

    assertThat(context.shortestQueue()).contains(Duration.ofSeconds(2));
    assertThat(context.with(Fleet.EMPTY).shortestQueue()).isEmpty();
  }

  @Test
  void aTargetHoldsAndComputesAsMuchAsAllOfItsInstances() {
    // given
    Target three = Target.ofVariant("endpoint", "v0", 3, false);
    RoutingContext context =
        new Contexts(CHAIN).fleet(new Fleet(List.of(three))).queued(three, 30_000).build();

    // then
    assertThat(context.capacityTokens(three)).isEqualTo(3 * Contexts.FACTS.capacityTokens());
    assertThat(context.prefillTokensPerSecond(three)).isEqualTo(30_000);
    assertThat(context.queue(three)).isEqualTo(Duration.ofSeconds(1));
  }
}
