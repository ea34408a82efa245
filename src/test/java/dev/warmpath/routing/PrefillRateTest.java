package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.prompt.PrefixChain;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contexts are configured for 10,000 tokens a second. */
final class PrefillRateTest {
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 1000);
  private static final Target V0 = Contexts.target(0);
  private static final Target V1 = Contexts.target(1);
  private static final TargetRow IDLE = TargetRow.unknown(V0.id());

  @Test
  void followsWhatIsMeasured() {
    // given
    TargetRow row = IDLE;

    // when
    for (int i = 0; i < 400; i++) {
      row = row.with(new Learned(0, learn(row, 4000, Duration.ofSeconds(1)), 0, 0));
    }

    // then
    assertThat(row.learned().prefillTokensPerSecond()).isBetween(4000L, 4050L);
    double used = new Contexts(CHAIN).target(row).build().prefillTokensPerSecond(V0);
    assertThat(used).isCloseTo((double) row.learned().prefillTokensPerSecond(), within(1e-6));
  }

  @Test
  void whatWasQueuedBeforeWasWaitedForToo() {
    RoutingContext busy = new Contexts(CHAIN).queued(V0, 9000).build();
    double waiting = busy.load(V0).queuedPrefillTokens();
    Duration asConfigured = Duration.ofMillis(Math.round((waiting + 1000) / 10));

    assertThat(PrefillRate.learn(busy, V0, IDLE, 1000, asConfigured)).isEqualTo(10_000);
    assertThat(PrefillRate.learn(busy, V0, IDLE, 1000, asConfigured.multipliedBy(2)))
        .isLessThan(10_000);
  }

  @Test
  void longWaitsCountMoreThanShortOnes() {
    long afterShort = learn(IDLE, 300, Duration.ofMillis(10));
    long afterLong = learn(IDLE, 30_000, Duration.ofSeconds(1));

    assertThat(afterShort).isBetween(10_000L, 10_010L);
    assertThat(afterLong).isBetween(10_300L, 10_500L);
  }

  @Test
  void smallDifferencesDoNotMakeOneOfTwoEqualTargetsLookFaster() {
    for (long rate : new long[] {8500, 9700, 10_000, 11_800}) {
      RoutingContext context = seen(10_000, rate);

      assertThat(context.prefillTokensPerSecond(V0))
          .isCloseTo(context.prefillTokensPerSecond(V1), within(1e-6));
    }
  }

  @Test
  void aTargetThatIsMuchSlowerIsKnownToBe() {
    RoutingContext context = seen(10_000, 2500);

    assertThat(context.prefillTokensPerSecond(V0) / context.prefillTokensPerSecond(V1))
        .isCloseTo(4, within(1e-6));
  }

  @Test
  void staysWithinAnEighthAndEightTimesWhatIsConfigured() {
    assertThat(seen(1, 1).prefillTokensPerSecond(V0)).isCloseTo(1250, within(1e-6));
    assertThat(seen(Long.MAX_VALUE, Long.MAX_VALUE).prefillTokensPerSecond(V0))
        .isCloseTo(80_000, within(1e-6));
    assertThat(learn(IDLE, Long.MAX_VALUE, Duration.ofSeconds(4))).isEqualTo(15_600);
  }

  @Test
  void shortPromptsAndMissingTimesTeachNothing() {
    assertThat(learn(IDLE, 255, Duration.ofMillis(250))).isZero();
    assertThat(learn(IDLE, 1000, Duration.ZERO)).isZero();
  }

  @Test
  void promptsOfTwoHundredAndFiftySixTokensTeach() {
    assertThat(learn(IDLE, 256, Duration.ofMillis(250))).isPositive();
  }

  @Test
  void theQueueOfATargetIsSharedByItsInstances() {
    // given: 9,000 tokens wait for two instances, so each computes 4,500 and the prompt's 1,000
    Target two = Target.ofVariant("endpoint", "v0", 2, false);
    RoutingContext busy =
        new Contexts(CHAIN).fleet(new Fleet(List.of(two))).queued(two, 9000).build();

    // then
    assertThat(PrefillRate.learn(busy, two, IDLE, 1000, Duration.ofMillis(550))).isEqualTo(10_000);
  }

  @Test
  void aLessonAboutSpeedLeavesTheOthersAlone() {
    assertThat(new Feedback(7, 0, new Feedback.ColdClaims.Another()).withPrefillRate(9))
        .isEqualTo(new Feedback(7, 9, new Feedback.ColdClaims.Another()));
  }

  private static RoutingContext seen(long first, long second) {
    return new Contexts(CHAIN)
        .target(IDLE.with(new Learned(0, first, 0, 0)))
        .target(TargetRow.unknown(V1.id()).with(new Learned(0, second, 0, 0)))
        .build();
  }

  private static long learn(TargetRow latest, long computedTokens, Duration firstToken) {
    return PrefillRate.learn(new Contexts(CHAIN).build(), V0, latest, computedTokens, firstToken);
  }
}
