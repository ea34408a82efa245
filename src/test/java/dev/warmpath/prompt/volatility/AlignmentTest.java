package dev.warmpath.prompt.volatility;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Texts are runs of numbered words: equal letters and numbers are equal words. */
final class AlignmentTest {
  @Test
  void aPieceThatOnlyOneTextHasIsAGapOnItsSideAlone() {
    Words with = words(run("a", 10) + "piece " + run("b", 10));
    Words without = words(run("a", 10) + run("b", 10));

    assertThat(Alignment.of(with, without).gaps()).containsExactly(new Gap(10, 11, 10, 10));
    assertThat(Alignment.of(without, with).gaps()).containsExactly(new Gap(10, 10, 10, 11));
  }

  @Test
  void aPieceInFrontOfEverythingIsAGap() {
    Words with = words("piece " + run("a", 10) + "this");
    Words without = words(run("a", 10) + "that");

    assertThat(Alignment.of(without, with).gaps()).containsExactly(new Gap(0, 0, 0, 1));
    assertThat(Alignment.of(with, without).gaps()).containsExactly(new Gap(0, 1, 0, 0));
  }

  @Test
  void textsAgreeAgainWhereEightWordsAreEqual() {
    assertThat(gapsBefore(8, "")).isEqualTo(1);
    assertThat(gapsBefore(7, "")).isZero();
    assertThat(gapsBefore(8, "more")).isEqualTo(1);
    assertThat(gapsBefore(7, "more")).isZero();
  }

  @Test
  void aPlaceWhereTheyAgreeAgainIsSoughtWithinFortyEightWordsOfBothTogether() {
    assertThat(gapsAfterDiffering(24)).isEqualTo(1);
    assertThat(gapsAfterDiffering(25)).isZero();
  }

  @Test
  void textsThatDifferAtLengthAgreeAgainWhereTheirLastThirtyTwoWordsAreEqual() {
    // given
    Words first = words(run("a", 10) + run("x", 60) + run("b", 32));
    Words second = words(run("a", 10) + run("y", 70) + run("b", 32));

    // then
    assertThat(Alignment.of(first, second).gaps()).containsExactly(new Gap(10, 70, 10, 80));
    assertThat(
            Alignment.of(
                    words(run("a", 10) + run("x", 60) + run("b", 31)),
                    words(run("a", 10) + run("y", 70) + run("b", 31)))
                .gaps())
        .isEmpty();
  }

  @Test
  void noWordIsSharedTwice() {
    // given: what stands in front of the long piece stands behind it again
    Words with = words(run("a", 20) + run("x", 60) + run("a", 20) + run("b", 40));
    Words without = words(run("a", 20) + run("b", 40));

    // then
    assertThat(Alignment.of(with, without).gaps()).containsExactly(new Gap(20, 100, 20, 20));
    assertThat(Alignment.of(without, with).gaps()).containsExactly(new Gap(20, 20, 20, 100));
  }

  @Test
  void eitherTextMayGoOnBehindWhatTheyShare() {
    // given
    Words one = words("x " + run("a", 10));
    Words longer = words("y " + run("a", 10) + "more words");

    // then
    assertThat(Alignment.of(one, longer).endFirst()).isEqualTo(11);
    assertThat(Alignment.of(longer, one).endFirst()).isEqualTo(11);
  }

  @Test
  void noMoreThanTwentyFourGapsAreSought() {
    // given
    StringBuilder first = new StringBuilder();
    StringBuilder second = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      first.append("x ").append(run("a" + i + "-", 10));
      second.append("y ").append(run("a" + i + "-", 10));
    }

    // then
    assertThat(Alignment.of(words(first.toString()), words(second.toString())).gaps()).hasSize(24);
  }

  @Test
  void aTextIsSpoiledFromFiveHundredAndTwelveSharedBytesOn() {
    assertThat(isSpoiled(512)).isTrue();
    assertThat(isSpoiled(511)).isFalse();
  }

  private static boolean isSpoiled(int sharedBytes) {
    String words = run("a", 20);
    String shared = words + "z".repeat(sharedBytes - words.length());
    Words first = words("x " + shared);
    return Alignment.of(first, words("y " + shared)).isSpoiled(first);
  }

  private static int gapsBefore(int equal, String more) {
    Words first = words(run("a", 10) + "x " + run("b", equal) + more);
    Words second = words(run("a", 10) + "y " + run("b", equal));
    int gaps = Alignment.of(first, second).gaps().size();
    assertThat(Alignment.of(second, first).gaps()).hasSize(gaps);
    return gaps;
  }

  private static int gapsAfterDiffering(int words) {
    return Alignment.of(
            words(run("a", 10) + run("x", words) + run("b", 12)),
            words(run("a", 10) + run("y", words) + run("b", 12)))
        .gaps()
        .size();
  }

  private static String run(String name, int words) {
    return IntStream.range(0, words).mapToObj(i -> name + i + " ").collect(Collectors.joining());
  }

  private static Words words(String text) {
    return Words.of(text.getBytes(StandardCharsets.US_ASCII), 10_000);
  }
}
