package dev.warmpath.prompt.volatility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.testing.MadeUpText;
import dev.warmpath.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "2026-05-15, DATE",
    "15/05/2026, DATE",
    "15.5.26, DATE",
    "2026-5-1, DATE",
    "1/5/2026, DATE",
    "1.2.34, DATE",
    "1.2.3, NUMBER",
    "12345-01-01, NUMBER",
    "2026-123-01, NUMBER",
    "15/05/20261, NUMBER",
    "1-2/2026, NUMBER",
    "2026_05_15, NUMBER",
    "2026-05-15T, DATE",
    "Monday, DATE",
    "Wednesday, DATE",
    "monday, TEXT",
    "10:31:07, TIME",
    "15:04:05Z, TIME",
    "10:30am, TIME",
    "1747303867, TIME",
    "1747303867123, TIME",
    "9747303867, ID",
    "2026-05-15T10:31:07Z, DATE_AND_TIME",
    "2026-05-15 10:31, DATE_AND_TIME",
    "'Fri, 15 Jan 2026', DATE",
    "4b1c8c0e-93a5-4c1e-8a57-0d2f7f2b9d11, UUID",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709, HASH",
    "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709, HASH",
    "0a1b2c3d4e5f6a7b, HASH",
    "0a1b2c3d4e5f6a7, ID",
    "0123456789abcdefg, ID",
    "ann@example.com, EMAIL",
    "ann7@example.com, EMAIL",
    "req_8f3a, ID",
    "ab12, ID",
    "a1:b2, ID",
    "1a:b2, ID",
    "123456789, ID",
    "12345678, NUMBER",
    "4911234567890123, ID",
    "42, NUMBER",
    "3.14, NUMBER",
    "Ann Smith, NAME",
    "ACME, NAME",
    "ACME NASA, NAME",
    "Zoe, NAME",
    "Liz, NAME",
    "'Ann, Smith!', NAME",
    "Ann 世, TEXT",
    "McCoy, TEXT",
    "anything else, TEXT"
  })
  void shapesAreTold(String text, PieceKind kind) {
    // given
    Words words = words(text);

    // then
    assertThat(words.kind(utf8(text), 0, words.count())).isEqualTo(kind);
  }

  @Test
  void kindsAreCalledWhatPeopleCallThem() {
    assertThat(PieceKind.DATE_AND_TIME.label()).isEqualTo("date and time");
    assertThat(PieceKind.EMAIL.label()).isEqualTo("e-mail address");
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

  @Test
  void whatAWordLooksLikeDoesNotDependOnItsPlace() {
    // given
    String text = "since 1747303867 at ACME";

    // then
    assertThat(words(text).kind(utf8(text), 1, 2)).isEqualTo(PieceKind.TIME);
    assertThat(words(text).kind(utf8(text), 3, 4)).isEqualTo(PieceKind.NAME);
  }

  @Test
  void aTelltaleWordStandsForUpToSixteenWords() {
    String id = "4b1c8c0e-93a5-4c1e-8a57-0d2f7f2b9d11";

    assertThat(kindBehindAWord("word ".repeat(15) + id)).isEqualTo(PieceKind.UUID);
    assertThat(kindBehindAWord("word ".repeat(16) + id)).isEqualTo(PieceKind.TEXT);
  }

  @Test
  void aDateAmongOtherWordsStandsForUpToEight() {
    assertThat(kindBehindAWord("word ".repeat(7) + "Monday")).isEqualTo(PieceKind.DATE);
    assertThat(kindBehindAWord("word ".repeat(8) + "Monday")).isEqualTo(PieceKind.TEXT);
  }

  @Test
  void datesAloneAreDatesHoweverMany() {
    assertThat(kindBehindAWord("Monday ".repeat(20))).isEqualTo(PieceKind.DATE);
  }

  @Test
  void aNameHasUpToEightWords() {
    assertThat(kindBehindAWord("Ann ".repeat(8))).isEqualTo(PieceKind.NAME);
    assertThat(kindBehindAWord("Ann ".repeat(9))).isEqualTo(PieceKind.TEXT);
  }

  @Test
  void wordsAreCutAtWhiteSpaceAndPunctuation() {
    assertThat(cut("a b\t\n c\u0000d")).containsExactly("a ", "b\t\n ", "c\u0000", "d");
    assertThat(cut("one, (two)")).containsExactly("one", ", ", "(", "two", ")");
    assertThat(cut("0azAZ9")).containsExactly("0azAZ9");
    assertThat(cut("/[`{")).containsExactly("/", "[", "`", "{");
  }

  @Test
  void whatJoinsLettersAndDigitsBelongsToTheirWordButNotAtItsEnd() {
    assertThat(cut("a-b_c.d:e/f+g@h")).containsExactly("a-b_c.d:e/f+g@h");
    assertThat(cut("The end.")).containsExactly("The ", "end", ".");
    assertThat(cut("The end. Or")).containsExactly("The ", "end", ". ", "Or");
    assertThat(cut("a--b")).containsExactly("a", "-", "-", "b");
  }

  @Test
  void aCharacterBeyondAsciiIsAWordOfItsOwn() {
    assertThat(cut("日本 a")).containsExactly("日", "本 ", "a");
  }

  @Test
  void theMarksAndTheRoleBetweenTwoSegmentsAreOneWord() {
    // given
    byte[] text =
        CanonicalText.of(
            new Prompt(
                Scope.ofModel("m"),
                List.of(Segment.ofText("system", "a b"), Segment.ofText("user", "c")),
                ""));

    // when
    Words words = Words.of(text, 100);

    // then: "system", a, b, "user", c and the last mark
    assertThat(IntStream.rangeClosed(0, words.count()).map(words::start))
        .containsExactly(0, 8, 10, 11, 18, 19, 20);
  }

  @Test
  void theMarksAndTheRoleBetweenTwoSegmentsLookLikeTextWhateverTheRole() {
    for (String role : List.of("user", "bot", "a")) {
      // given
      byte[] text =
          CanonicalText.of(
              new Prompt(
                  Scope.ofModel("m"),
                  List.of(Segment.ofText("system", "Ann"), Segment.ofText(role, "Smith")),
                  ""));

      // then: two names in two segments are not one
      assertThat(Words.of(text, 100).kind(text, 1, 4)).isEqualTo(PieceKind.TEXT);
    }
  }

  @Test
  void noMoreWordsAreKeptThanAsked() {
    Words words = Words.of(utf8("one two three four"), 3);

    assertThat(words.count()).isEqualTo(3);
    assertThat(words.start(3)).isEqualTo("one two three ".length());
  }

  @Test
  void equalRunsHaveEqualNamesWhereverTheyStand() {
    Words words = words("to be or to be not");

    assertThat(words.hash(3, 5)).isEqualTo(words.hash(0, 2));
    assertThat(words.hash(3, 6)).isNotEqualTo(words.hash(0, 3));
    assertThat(words.hash(0, 0)).isNotEqualTo(words.hash(0, 1));
  }

  private static PieceKind kindBehindAWord(String run) {
    String text = "word " + run;
    Words words = words(text);
    return words.kind(utf8(text), 1, words.count());
  }

  private static List<String> cut(String text) {
    Words words = words(text);
    return IntStream.range(0, words.count())
        .mapToObj(
            i ->
                new String(
                    utf8(text),
                    words.start(i),
                    words.start(i + 1) - words.start(i),
                    StandardCharsets.UTF_8))
        .toList();
  }

  private static Words words(String text) {
    return Words.of(utf8(text), 100_000);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
