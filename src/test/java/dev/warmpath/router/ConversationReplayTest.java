package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.ConversationReplay.Load;
import dev.warmpath.router.ConversationReplay.Result;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user of four targets gets from the whole core. */
final class ConversationReplayTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "12, 1", "12, 10", "40, 10"})
  void reusesNearlyAllAndKeepsTheTargetsBalanced(int users, int systemPrompts) {
    Seeds.forAll(
        3,
        (seed, random) -> {
          // given
          Load load = new Load(4, users, 600, systemPrompts, 1200, 300_000, Duration.ofSeconds(8));

          // when
          Result result = ConversationReplay.play(load, seed);

          // then
          assertThat(result.idealHitRate()).isGreaterThan(0.7);
          assertThat(result.shareOfIdeal()).isGreaterThanOrEqualTo(0.97);
          assertThat(result.workMaxOverMean()).isLessThanOrEqualTo(1.3);
          assertThat(result.prefixWrites()).isLessThan(2L * result.requests());
        });
  }

  @Test
  void aCacheThatIsTooSmallForOneTargetIsLargeEnoughForFour() {
    Seeds.forAll(
        3,
        (seed, random) -> {
          // given
          // Some 25 conversations are under way at any time, of up to 3,000 tokens each.
          Load load = new Load(4, 25, 400, 1, 1200, 40_000, Duration.ofSeconds(8));

          // when
          Result result = ConversationReplay.play(load, seed);

          // then
          assertThat(result.shareOfIdeal()).isGreaterThanOrEqualTo(0.95);
          assertThat(result.workMaxOverMean()).isLessThanOrEqualTo(1.4);
        });
  }
}
