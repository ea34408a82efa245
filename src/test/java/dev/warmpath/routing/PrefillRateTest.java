package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.prompt.PrefixChain;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Contexts are configured for 10,000 tokens a second. */
final class PrefillRateTest {
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 1000);
  private static final Target V0 = Contexts.target(0);
  private static final TargetRow IDLE = TargetRow.unknown(V0.id());

  @Test
  void followsWhatIsMeasured() {
    // given
    TargetRow row = IDLE;

    // when
    for (int i = 0; i < 30; i++) {
      row = row.with(new Learned(0, learn(row, 1000, Duration.ofMillis(250)), 0, 0));
    }

    // then
    assertThat(row.learned().prefillTokensPerSecond()).isBetween(4000L, 4050L);
    double used = new Contexts(CHAIN).target(row).build().prefillTokensPerSecond(V0);
    assertThat(used).isCloseTo(10_000 / Math.pow(2, 1.5), within(1.0));
  }

  @Test
  void smallDifferencesDoNotMakeOneOfTwoEqualTargetsLookFaster() {
    for (long rate : new long[] {8500, 9700, 10_000, 11_800}) {
      TargetRow row = IDLE.with(new Learned(0, rate, 0, 0));

      assertThat(new Contexts(CHAIN).target(row).build().prefillTokensPerSecond(V0))
          .isEqualTo(10_000);
    }
  }

  @Test
  void staysWithinAnEighthAndEightTimesWhatIsConfigured() {
    assertThat(rateOf(1)).isCloseTo(1250, within(1e-6));
    assertThat(rateOf(Long.MAX_VALUE)).isCloseTo(80_000, within(1e-6));
    assertThat(learn(IDLE, 1_000_000, Duration.ofMillis(1))).isEqualTo(24_000);
  }

  @Test
  void shortPromptsBusyTargetsAndMissingTimesTeachNothing() {
    RoutingContext busy = new Contexts(CHAIN).queued(V0, 500).build();
    TargetRow crowded = Contexts.loaded(V0, 5000, 0);
    Duration time = Duration.ofMillis(250);

    assertThat(learn(IDLE, 255, time)).isZero();
    assertThat(learn(IDLE, 1000, Duration.ZERO)).isZero();
    assertThat(PrefillRate.learn(busy, V0, IDLE, 1000, time)).isZero();
    assertThat(learn(crowded, 1000, time)).isZero();
    assertThat(learn(Contexts.loaded(V0, 900, 0), 1000, time)).isPositive();
  }

  private static double rateOf(long learned) {
    TargetRow row = IDLE.with(new Learned(0, learned, 0, 0));
    return new Contexts(CHAIN).target(row).build().prefillTokensPerSecond(V0);
  }

  private static long learn(TargetRow latest, long uncachedTokens, Duration firstToken) {
    return PrefillRate.learn(new Contexts(CHAIN).build(), V0, latest, uncachedTokens, firstToken);
  }
}
