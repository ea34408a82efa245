package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CanonicalTextTest {
  @Test
  void segmentsAreReadBackFromTheirText() {
    Seeds.forAll(
        100,
        (seed, random) -> {
          Prompt prompt = new Prompt(Scope.ofModel("m"), Prompts.random(random), "");
          byte[] text = CanonicalText.of(prompt);
          assertThat(text).isEqualTo(Prompts.canonicalText(prompt.segments()));
          if (CanonicalText.isText(prompt)) {
            List<Segment> read = CanonicalText.segments(text);
            assertThat(Prompts.canonicalText(read)).isEqualTo(text);
            assertThat(read).hasSameSizeAs(prompt.segments());
          }
        });
  }

  @Test
  void theHeadEndsWithTheFirstMessageOrAtTheLimit() {
    // given
    Prompt prompt =
        new Prompt(
            Scope.ofModel("m"),
            List.of(
                Segment.ofText("system", "rules"),
                Segment.ofText("user", "first"),
                Segment.ofText("assistant", "second")),
            "");

    // then
    assertThat(CanonicalText.head(prompt, 1_000))
        .isEqualTo(Prompts.canonicalText(prompt.segments().subList(0, 2)));
    assertThat(CanonicalText.head(prompt, 10))
        .isEqualTo(Arrays.copyOf(Prompts.canonicalText(prompt.segments()), 10));
  }

  @Test
  void textThatIsNotCanonicalIsRefused() {
    assertThatThrownBy(() -> CanonicalText.segments(new byte[] {1, 2, 3}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEmptySegmentIsText() {
    assertThat(CanonicalText.isText(Prompts.of(Segment.ofText("user", "")))).isTrue();
    assertThat(CanonicalText.isText(Prompts.of(Segment.ofTokens(List.of())))).isFalse();
    assertThat(CanonicalText.isText(Prompts.of())).isFalse();
  }
}
