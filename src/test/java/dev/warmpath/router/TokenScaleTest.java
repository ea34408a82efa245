package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class TokenScaleTest {
  private static final PrefixHasher HASHER = new PrefixHasher(new byte[32]);

  private final TokenScale scale = new TokenScale();

  @Test
  void takesTheFirstAnswerAsItIsAndDriftsTowardsLaterOnes() {
    // given
    PrefixChain chain = chain("default", 6000);

    // then
    assertThat(scale.bytesPerToken(chain.pool())).isEqualTo(TokenScale.DEFAULT_BYTES);
    scale.learn(chain, OptionalLong.of(chain.lengthBytes() / 2));
    assertThat(scale.bytesPerToken(chain.pool())).isCloseTo(2, within(0.01));
    scale.learn(chain, OptionalLong.of(chain.lengthBytes() / 3));
    assertThat(scale.bytesPerToken(chain.pool())).isBetween(2.01, 2.2);
    for (int i = 0; i < 200; i++) {
      scale.learn(chain, OptionalLong.of(chain.lengthBytes() / 3));
    }
    assertThat(scale.bytesPerToken(chain.pool())).isCloseTo(3, within(0.01));
  }

  @Test
  void aShortPromptTeachesNothingSinceItsTemplateOutweighsIt() {
    // given
    PrefixChain tiny = chain("default", 9);

    // when
    scale.learn(tiny, OptionalLong.of(9));

    // then
    assertThat(scale.bytesPerToken(tiny.pool())).isEqualTo(TokenScale.DEFAULT_BYTES);
  }

  @Test
  void keepsPoolsApart() {
    scale.learn(chain("one", 6000), OptionalLong.of(3000));

    assertThat(scale.bytesPerToken(chain("two", 6000).pool())).isEqualTo(TokenScale.DEFAULT_BYTES);
  }

  @Test
  void learnsNothingFromAbsurdOrMissingCounts() {
    // given
    PrefixChain chain = chain("default", 6000);

    // when
    scale.learn(chain, OptionalLong.empty());
    scale.learn(chain, OptionalLong.of(0));
    scale.learn(chain, OptionalLong.of(-5));
    scale.learn(chain, OptionalLong.of(1));
    scale.learn(chain, OptionalLong.of(Long.MAX_VALUE));
    scale.learn(
        HASHER.chain(new Prompt(Scope.ofModel("default"), List.of(), "")), OptionalLong.of(9));

    // then
    assertThat(scale.bytesPerToken(chain.pool())).isEqualTo(TokenScale.DEFAULT_BYTES);
  }

  @Test
  void forgetsThePoolThatWasUsedLongestAgo() {
    // given
    PrefixChain kept = chain("kept", 1600);
    PrefixChain lost = chain("lost", 1600);
    scale.learn(kept, OptionalLong.of(800));
    scale.learn(lost, OptionalLong.of(800));

    // when
    for (int i = 0; i < 1023; i++) {
      assertThat(scale.bytesPerToken(kept.pool())).isLessThan(3);
      scale.learn(chain("pool " + i, 1600), OptionalLong.of(800));
    }

    // then
    assertThat(scale.bytesPerToken(kept.pool())).isLessThan(3);
    assertThat(scale.bytesPerToken(lost.pool())).isEqualTo(TokenScale.DEFAULT_BYTES);
  }

  private static PrefixChain chain(String model, int bytes) {
    return HASHER.chain(
        new Prompt(Scope.ofModel(model), List.of(Segment.ofText("user", "x".repeat(bytes))), ""));
  }
}
