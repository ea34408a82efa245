package dev.warmpath.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.testing.MadeUpText;
import dev.warmpath.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class EditTest {
  @Test
  void aPieceIsMovedBehindEverythingElse() {
    // given
    byte[] text = canonical("at 10:31 we begin");
    Edit edit = new MovedPiece(utf8("at "), utf8(" we"), 20);

    // then
    assertThat(edit.apply(text)).isEqualTo(canonical("at  we begin10:31"));
  }

  @Test
  void whatIsNotThereIsNotMoved() {
    // given
    byte[] text = canonical("at 10:31 we begin");

    // then
    assertThat(new MovedPiece(utf8("on "), utf8(" we"), 20).apply(text)).isSameAs(text);
    assertThat(new MovedPiece(utf8("at "), utf8(" we"), 2).apply(text)).isSameAs(text);
  }

  @Test
  void editsKeepEveryByteAndTheSegmentsReadable() {
    Seeds.forAll(
        100,
        (seed, random) -> {
          byte[] text = canonical(MadeUpText.paragraphs(random, 1 + random.nextInt(5), 40));
          int at = random.nextInt(10, text.length - 10);
          int to = at + random.nextInt(text.length - at - 5);
          Edit moved =
              new MovedPiece(
                  Arrays.copyOfRange(text, Math.max(0, at - 12), at),
                  Arrays.copyOfRange(text, to, Math.min(text.length, to + 12)),
                  400);
          Edit sorted =
              new Reordered(Passages::paragraphs, Comparator.comparingLong(Passages.Passage::name));
          for (Edit edit : List.of(moved, sorted)) {
            byte[] edited = edit.apply(text);
            assertThat(sortedBytes(edited)).isEqualTo(sortedBytes(text));
            assertThat(CanonicalText.segments(edited)).isNotEmpty();
          }
          // Sorted once, it is sorted.
          byte[] once = sorted.apply(text);
          assertThat(sorted.apply(once)).isSameAs(once);
        });
  }

  private static byte[] sortedBytes(byte[] text) {
    byte[] copy = text.clone();
    Arrays.sort(copy);
    return copy;
  }

  private static byte[] canonical(String content) {
    return CanonicalText.of(
        new Prompt(Scope.ofModel("m"), List.of(Segment.ofText("user", content)), ""));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
