package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.testing.Seeds;
import org.junit.jupiter.api.Test;

final class PrefillWorkTest {
  @Test
  void aTokenAtTheScalesDepthCostsTwiceAsMuchAsOneAtTheBeginning() {
    assertThat(PrefillWork.tokens(0, 100)).isEqualTo(100);
    assertThat(PrefillWork.tokens(49_950, 50_050)).isEqualTo(200);
    assertThat(PrefillWork.tokens(99_950, 100_050)).isEqualTo(300);
  }

  @Test
  void theWorkOfAPromptIsThatOfItsParts() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          long prompt = random.nextLong(200_000);
          long cached = random.nextLong(prompt + 1);

          assertThat(PrefillWork.tokens(0, cached) + PrefillWork.tokens(cached, prompt))
              .isCloseTo(PrefillWork.tokens(0, prompt), within(1L));
        });
  }

  @Test
  void whatIsCachedThroughoutIsNoWork() {
    assertThat(PrefillWork.tokens(500, 500)).isZero();
    assertThat(PrefillWork.tokens(600, 500)).isZero();
  }
}
