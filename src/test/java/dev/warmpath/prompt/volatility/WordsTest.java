package dev.warmpath.prompt.volatility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.MadeUpText;
import dev.warmpath.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "2026-05-15, DATE",
    "15/05/2026, DATE",
    "15.5.26, DATE",
    "Monday, DATE",
    "10:31:07, TIME",
    "1747303867, TIME",
    "2026-05-15T10:31:07Z, DATE_AND_TIME",
    "2026-05-15 10:31, DATE_AND_TIME",
    "'Fri, 15 Jan 2026', DATE",
    "4b1c8c0e-93a5-4c1e-8a57-0d2f7f2b9d11, UUID",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709, HASH",
    "ann@example.com, EMAIL",
    "ann7@example.com, EMAIL",
    "req_8f3a, ID",
    "4911234567890123, ID",
    "42, NUMBER",
    "3.14, NUMBER",
    "Ann Smith, NAME",
    "ACME, NAME",
    "anything else, TEXT"
  })
  void shapesAreTold(String text, PieceKind kind) {
    // given
    Words words = words(text);

    // then
    assertThat(words.kind(utf8(text), 0, words.count())).isEqualTo(kind);
  }

  @Test
  void aNumberBesideADateIsPartOfIt() {
    // given: only the day differs
    String text = "It is January 15, 2026 today.";

    // then
    assertThat(words(text).kind(utf8(text), 3, 4)).isEqualTo(PieceKind.DATE);
  }

  @Test
  void wordsCoverAnyTextWithoutGaps() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          byte[] text = new byte[random.nextInt(400)];
          for (int i = 0; i < text.length; i++) {
            text[i] = (byte) random.nextInt(256);
          }
          Words words = Words.of(text, 10_000);
          assertThat(words.start(0)).isZero();
          assertThat(words.start(words.count())).isEqualTo(text.length);
          for (int i = 0; i < words.count(); i++) {
            assertThat(words.start(i)).isLessThan(words.start(i + 1));
          }
        });
  }

  @Test
  void gapsAreWhereTextsWereMadeToDiffer() {
    Seeds.forAll(
        100,
        (seed, random) -> {
          List<String> shared = new ArrayList<>();
          StringBuilder first = new StringBuilder();
          StringBuilder second = new StringBuilder();
          int pieces = 1 + random.nextInt(6);
          for (int i = 0; i < pieces; i++) {
            shared.add(MadeUpText.words(random, 12 + random.nextInt(60)) + " ");
            String gap = i == 0 ? "" : MadeUpText.words(random, 1 + random.nextInt(8)) + " ";
            String other = i == 0 ? "" : MadeUpText.words(random, random.nextInt(8)) + " ";
            first.append(gap).append(shared.getLast());
            second.append(other).append(shared.getLast());
          }
          Words one = words(first.toString());
          Alignment alignment = Alignment.of(one, words(second.toString()));
          assertThat(alignment.gaps()).hasSize(pieces - 1);
          int bytes = one.start(alignment.prefixWords());
          int behind = pieces == 1 ? 0 : alignment.sharedBehind(one, 0);
          assertThat(bytes + behind)
              .isBetween(shared.stream().mapToInt(String::length).sum(), first.length());
        });
  }

  @Test
  void equalTextsHaveNoGapAndAlignToTheirEnds() {
    Seeds.forAll(
        50,
        (seed, random) -> {
          Words words = words(MadeUpText.words(random, 1 + random.nextInt(300)));
          Alignment alignment = Alignment.of(words, words);
          assertThat(alignment.gaps()).isEmpty();
          assertThat(alignment.prefixWords()).isEqualTo(words.count());
        });
  }

  private static Words words(String text) {
    return Words.of(utf8(text), 100_000);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
