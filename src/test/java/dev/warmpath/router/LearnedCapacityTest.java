package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.ConversationReplay.Belief;
import dev.warmpath.router.ConversationReplay.Load;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Caches whose size the operator got wrong. */
final class LearnedCapacityTest {
  private static final int PARTS = 2;

  @ParameterizedTest
  @ValueSource(doubles = {4, 1, 0.25})
  void whatIsPredictedComesToAgreeWithWhatIsDelivered(double error) {
    Seeds.forAll(
        2,
        (seed, random) -> {
          // given
          // Each target serves some thirty conversations of a thousand tokens and more.
          Load load = new Load(2, 60, 900, 3, 600, 8_000, Duration.ofSeconds(20));
          long configured = (long) (load.capacityTokens() * error);

          // when
          List<Belief> beliefs = ConversationReplay.believe(load, configured, seed, PARTS);

          // then
          assertThat(beliefs.getLast().ratio()).isBetween(0.8, 1.2);
        });
  }
}
