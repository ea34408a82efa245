package dev.warmpath.prompt.volatility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.testing.MadeUpText;
import dev.warmpath.testing.Seeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VolatilePrefixesTest {
  private static final String RULES = MadeUpText.words(new SplittableRandom(7), 400);

  private final VolatilePrefixes watch = new VolatilePrefixes();

  @Test
  void aClockAtTheHeadIsNamedWithItsPlace() {
    // when
    List<VolatilePiece> found =
        observed(i -> "The time is " + time(i) + ". You are an agent. " + RULES);

    // then
    assertThat(found).hasSize(44);
    assertThat(found).filteredOn(VolatilePiece::isNews).hasSize(1);
    VolatilePiece piece = found.getFirst();
    assertThat(piece.kind()).isEqualTo(PieceKind.DATE_AND_TIME);
    assertThat(piece.role()).isEqualTo("system");
    assertThat(piece.segment()).isZero();
    assertThat(piece.offsetBytes()).isEqualTo(12);
    assertThat(piece.sharedBytes()).isGreaterThan(1_000);
  }

  @Test
  void anIdBehindOtherTextIsNamedWithItsPlace() {
    // when
    List<VolatilePiece> found =
        observed(i -> "You are an agent.\nRequest: " + uuid(i) + "\n\n" + RULES);

    // then
    assertThat(found).isNotEmpty().allMatch(p -> p.kind() == PieceKind.UUID);
    assertThat(found).allMatch(p -> p.offsetBytes() == 27);
  }

  @Test
  void aLineOfItsOwnInFrontOfTheInstructionsIsNamed() {
    // when: as a client does that puts a billing line into a system message of its own
    List<VolatilePiece> found = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Prompt prompt = prompt("cch=" + uuid(i) + ";", RULES, "question " + i);
      watch.observe(prompt).ifPresent(found::add);
    }

    // then
    assertThat(found).isNotEmpty().allMatch(p -> p.segment() == 0);
  }

  @Test
  void whatComesAgainAndAgainIsNotVolatile() {
    // then: a family of a hundred tenants, each of which has its own warm prefix
    assertThat(observed(i -> "You work for Tenant" + i * 37 % 100 + ". " + RULES, 2_000)).isEmpty();
  }

  @Test
  void aDateThatStaysIsNotVolatile() {
    assertThat(observed(i -> "The date is 2026-05-15. " + RULES)).isEmpty();
  }

  @Test
  void nothingIsSharedBehindAQuestionAtTheEnd() {
    assertThat(observed(i -> RULES + " The time is " + time(i) + ".")).isEmpty();
  }

  @Test
  void scopesAreNotCompared() {
    // given: what tenants say is never laid along what others say
    List<VolatilePiece> found = new ArrayList<>();

    // when
    for (int i = 0; i < 300; i++) {
      Scope scope = new Scope("m", "", "salt" + i, "");
      List<Segment> segments = List.of(Segment.ofText("system", uuid(i) + " " + RULES));
      watch.observe(new Prompt(scope, segments, "")).ifPresent(found::add);
    }

    // then
    assertThat(found).isEmpty();
  }

  @Test
  void tokenIdsAndShortPromptsAreLeftAlone() {
    // given
    Segment tokens = Segment.ofTokens(IntStream.range(0, 2_000).boxed().toList());

    // then
    for (int i = 0; i < 100; i++) {
      assertThat(watch.observe(new Prompt(Scope.ofModel("m"), List.of(tokens), ""))).isEmpty();
      assertThat(watch.observe(prompt(uuid(i), "", "hi"))).isEmpty();
    }
  }

  @Test
  void cleanTrafficIsNeverBlamed() {
    Seeds.forAll(
        20,
        (seed, random) -> {
          VolatilePrefixes fresh = new VolatilePrefixes();
          List<String> instructions =
              IntStream.range(0, 5)
                  .mapToObj(i -> MadeUpText.words(random, 100 + random.nextInt(500)))
                  .toList();
          for (int i = 0; i < 300; i++) {
            String system = instructions.get(random.nextInt(instructions.size()));
            String question = time(i) + " " + MadeUpText.words(random, random.nextInt(200));
            assertThat(fresh.observe(prompt(system, "", question))).isEmpty();
          }
        });
  }

  @Test
  void aVolatilePieceIsFoundWhereverItStandsBeforeSharedText() {
    Seeds.forAll(
        20,
        (seed, random) -> {
          VolatilePrefixes fresh = new VolatilePrefixes();
          String before = random.nextBoolean() ? "" : MadeUpText.words(random, random.nextInt(150));
          String behind = MadeUpText.words(random, 200);
          Optional<VolatilePiece> last = Optional.empty();
          for (int i = 0; i < 260; i++) {
            last = fresh.observe(prompt(before + " id " + hex(random) + " " + behind, "", "q" + i));
          }
          VolatilePiece piece = last.orElseThrow();
          assertThat(piece.kind()).isEqualTo(PieceKind.HASH);
          assertThat(piece.offsetBytes()).isEqualTo(before.length() + 4);
        });
  }

  @Test
  void aFamilyIsToldOfWhereOneInThreeOfItsPromptsBringsSomethingNew() {
    // One prompt in so many has an id in front, the others share their beginning.
    assertThat(observed(i -> (i % 3 == 0 && i > 0 ? uuid(i) : "") + " " + RULES, 900)).isNotEmpty();
    assertThat(observed(i -> (i % 4 == 0 && i > 0 ? uuid(i) : "") + " " + RULES, 1_200)).isEmpty();
  }

  @Test
  void promptsThatShareARowsWorthAreOfOneFamilyThoughTheyPartBehindIt() {
    // given: "system" takes eight bytes, and the rest belongs to each prompt alone
    String shared = RULES.substring(0, RULES.indexOf(' ', 450)) + " ";
    String padded = shared + "z".repeat(504 - shared.length() - 1) + " ";
    SplittableRandom random = new SplittableRandom(3);

    // when
    List<VolatilePiece> found =
        observed(
            i ->
                i == 0
                    ? padded + RULES
                    : i % 4 == 0
                        ? uuid(i) + " " + padded + RULES
                        : padded + MadeUpText.words(random, 100),
            1_200);

    // then
    assertThat(found).isEmpty();
  }

  @Test
  void whatCameToAnEndIsForgotten() {
    // given
    observed(i -> uuid(i) + " " + RULES, 2_100);

    // when
    observed(i -> uuid(0) + " " + RULES, 1_600);

    // then
    assertThat(watch.observe(prompt(uuid(5_000) + " " + RULES, "", "question"))).isEmpty();
  }

  @Test
  void whatGoesOnIsStillToldOfAfterThousandsOfPrompts() {
    // when
    List<VolatilePiece> found = observed(i -> uuid(i) + " " + RULES, 5_000);

    // then: of each prompt from the first telling on, with the count of its family
    assertThat(found).hasSizeGreaterThan(4_700);
    assertThat(found.getFirst().prompts()).isBetween(256L, 257L);
    assertThat(found.getLast().prompts() - found.getFirst().prompts()).isEqualTo(found.size() - 1);
  }

  @Test
  void eachLineOfTheLogComesThirtyTwoTimesAsLateAsTheLast() {
    // when
    List<Long> told =
        observed(i -> uuid(i) + " " + RULES, 8_300).stream()
            .filter(VolatilePiece::isNews)
            .map(VolatilePiece::prompts)
            .toList();

    // then
    assertThat(told).hasSize(2);
    assertThat(told.getLast()).isEqualTo(32 * told.getFirst());
  }

  @Test
  void theThirtyTwoFamiliesLastMetAreRemembered() {
    // given
    observed(i -> uuid(i) + " " + RULES, 270);

    // then: spoiled or not, a prompt of the family brings it to the front
    for (int round = 0; round < 4; round++) {
      found(31, round);
      String front = round % 2 == 0 ? uuid(1_000 + round) : uuid(0);
      watch.observe(prompt(front + " " + RULES, "", "question"));
    }
    assertThat(watch.observe(prompt(uuid(2_000) + " " + RULES, "", "question"))).isPresent();
    found(32, 99);
    assertThat(watch.observe(prompt(uuid(3_000) + " " + RULES, "", "question"))).isEmpty();
  }

  /** Prompts of so many scopes that were never met. */
  private void found(int families, int round) {
    for (int i = 0; i < families; i++) {
      Scope scope = new Scope("m", "", round + "/" + i, "");
      watch.observe(new Prompt(scope, List.of(Segment.ofText("system", RULES)), ""));
    }
  }

  private List<VolatilePiece> observed(IntFunction<String> system) {
    return observed(system, 300);
  }

  private List<VolatilePiece> observed(IntFunction<String> system, int prompts) {
    List<VolatilePiece> found = new ArrayList<>();
    for (int i = 0; i < prompts; i++) {
      watch.observe(prompt(system.apply(i), "", "question " + i)).ifPresent(found::add);
    }
    return found;
  }

  private static Prompt prompt(String system, String second, String question) {
    List<Segment> segments = new ArrayList<>();
    segments.add(Segment.ofText("system", system));
    if (!second.isEmpty()) {
      segments.add(Segment.ofText("system", second));
    }
    segments.add(Segment.ofText("user", question));
    return new Prompt(Scope.ofModel("m"), segments, "");
  }

  private static String time(int i) {
    return Instant.parse("2026-05-15T10:00:00Z").plusSeconds(86_431L * i).toString();
  }

  private static String uuid(int i) {
    return new UUID(0x1234_5678_9abc_4defL + i * 77L, i * 991L).toString();
  }

  private static String hex(RandomGenerator random) {
    return "0a%014x".formatted(random.nextLong() >>> 8);
  }
}
