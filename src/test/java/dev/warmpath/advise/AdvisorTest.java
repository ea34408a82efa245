package dev.warmpath.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.sim.workload.TraceReader;
import dev.warmpath.testing.MadeUpText;
import dev.warmpath.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdvisorTest {
  private static final int REQUESTS = 60;
  private static final String RULES = MadeUpText.paragraphs(new SplittableRandom(3), 8, 60);

  private final RandomGenerator random = new SplittableRandom(11);

  @TempDir private Path folder = Path.of("");

  @Test
  void aClockAtTheHeadIsTheCulpritWithItsCost() throws IOException {
    // when
    Advice advice = advise(i -> chat("It is " + time(i) + ". " + RULES, question()));

    // then
    assertThat(advice.culprits()).hasSize(1);
    Culprit culprit = advice.culprits().getFirst();
    assertThat(culprit.kind()).isEqualTo("date and time");
    assertThat(culprit.where()).isEqualTo("system prompt, byte 6");
    assertThat(culprit.prompts()).isEqualTo(REQUESTS);
    assertThat(advice.hitRate()).isZero();
    assertThat(advice.mendedHitRate()).isGreaterThan(0.8);
    assertThat(culprit.cost()).isCloseTo(advice.mendedHitRate(), within(1e-9));
    assertThat(culprit.lostTokens())
        .isCloseTo(culprit.cost() * advice.promptTokens(), within(1e-6));
    assertThat(advice.headline())
        .startsWith("The worst: date and time in the system prompt, byte 6. It costs ");
  }

  @Test
  void theCostIsThatOfTheSamePromptsWithoutTheClock() throws IOException {
    // given
    List<String> questions = IntStream.range(0, REQUESTS).mapToObj(i -> question()).toList();

    // when
    Advice with = advise(i -> chat("It is " + time(i) + ". " + RULES, questions.get(i)));
    Advice without = advise(i -> chat("It is . " + RULES, questions.get(i)));

    // then
    assertThat(without.culprits()).isEmpty();
    assertThat(with.mendedHitRate()).isCloseTo(without.hitRate(), within(0.02));
  }

  @Test
  void anIdBehindAClockIsNotHiddenByIt() throws IOException {
    // when
    Advice advice =
        advise(
            i ->
                chat(
                    "It is "
                        + time(i)
                        + ".\n\nRules of the house follow below.\nTrace id: "
                        + uuid()
                        + "\n"
                        + RULES,
                    question()));

    // then
    assertThat(advice.culprits())
        .extracting(Culprit::kind)
        .containsExactlyInAnyOrder("date and time", "UUID");
    assertThat(advice.culprits()).allMatch(c -> c.cost() > 0.5);
  }

  @Test
  void oneLineOnTopOfManyInstructionsIsOneCulprit() throws IOException {
    // given
    List<String> instructions =
        IntStream.range(0, 4).mapToObj(i -> MadeUpText.words(random, 300)).toList();

    // when
    Advice advice =
        advise(
            i ->
                chat("Now: " + time(i) + "\nYou are agent. " + instructions.get(i % 4), "go " + i));

    // then
    assertThat(advice.culprits()).extracting(Culprit::kind).containsExactly("date and time");
    assertThat(advice.culprits().getFirst().prompts()).isEqualTo(REQUESTS);
    assertThat(advice.mendedHitRate()).isGreaterThan(0.8);
    assertThat(advice.mendedBeginnings()).isNotEmpty();
  }

  @Test
  void namesOfUsersInFrontOfSharedRulesAreNamed() throws IOException {
    // given
    List<String> names = List.of("Ann", "Bob", "Carl", "Dora", "Emil", "Frieda", "Gustav", "Hugo");

    // when
    Advice advice =
        advise(
            i ->
                chat(
                    "You help " + names.get(i % 8) + " " + names.get(i / 8) + " today. " + RULES,
                    question()));

    // then
    assertThat(advice.culprits()).extracting(Culprit::kind).containsExactly("name");
  }

  @Test
  void aQuestionInFrontOfSharedRulesIsNamed() throws IOException {
    // when
    Advice advice = advise(i -> prompt(question() + "\n\n" + RULES));

    // then
    assertThat(advice.culprits()).hasSize(1);
    assertThat(advice.culprits().getFirst().rewrite()).contains("in front of this");
  }

  @Test
  void toolsInChangingOrderAreNamed() throws IOException {
    // given
    List<Map<String, Object>> tools =
        IntStream.range(0, 12)
            .mapToObj(i -> tool("tool" + i, MadeUpText.words(random, 40)))
            .toList();
    Random order = new Random(5);

    // when
    Advice advice =
        advise(
            i -> {
              List<Map<String, Object>> shuffled = new ArrayList<>(tools);
              Collections.shuffle(shuffled, order);
              return Map.of(
                  "model", "m", "tools", shuffled, "messages", messages(RULES, question()));
            });

    // then
    assertThat(advice.culprits()).extracting(Culprit::kind).contains("tools in changing order");
    assertThat(advice.culprits().getFirst().where()).isEqualTo("tools");
    assertThat(advice.mendedHitRate()).isGreaterThan(advice.hitRate() + 0.3);
  }

  @Test
  void anIdBehindShuffledToolsIsFoundInEveryPrompt() throws IOException {
    // given
    List<Map<String, Object>> tools =
        IntStream.range(0, 6).mapToObj(i -> tool("f" + i, MadeUpText.words(random, 40))).toList();
    Random order = new Random(7);

    // when
    Advice advice =
        advise(
            i -> {
              List<Map<String, Object>> shuffled = new ArrayList<>(tools);
              Collections.shuffle(shuffled, order);
              List<Map<String, String>> messages = messages("Id " + uuid() + ". " + RULES, "go");
              return Map.of("model", "m", "tools", shuffled, "messages", messages);
            });

    // then
    assertThat(advice.culprits())
        .extracting(Culprit::kind)
        .containsExactlyInAnyOrder("tools in changing order", "UUID");
    assertThat(advice.culprits())
        .filteredOn(culprit -> culprit.kind().equals("UUID"))
        .singleElement()
        .satisfies(culprit -> assertThat(culprit.prompts()).isEqualTo(REQUESTS))
        .satisfies(culprit -> assertThat(culprit.where()).isEqualTo("system prompt, byte 3"));
  }

  @Test
  void documentsInChangingOrderAreNamed() throws IOException {
    // given
    List<String> documents =
        IntStream.range(0, 4).mapToObj(i -> MadeUpText.words(random, 150)).toList();
    Random order = new Random(6);

    // when
    Advice advice =
        advise(
            i -> {
              List<String> shuffled = new ArrayList<>(documents);
              Collections.shuffle(shuffled, order);
              StringBuilder text = new StringBuilder("Answer from these documents.\n\n");
              for (int k = 0; k < shuffled.size(); k++) {
                text.append("Document ").append(k + 1).append(": ").append(shuffled.get(k));
                text.append("\n\n");
              }
              return chat("You are an agent.", text + "Question: " + question());
            });

    // then
    assertThat(advice.culprits()).extracting(Culprit::kind).contains("documents in changing order");
    assertThat(advice.mendedHitRate()).isGreaterThan(advice.hitRate() + 0.1);
  }

  @Test
  void cleanTrafficHasNothingToGain() {
    Seeds.forAll(
        20,
        (seed, lot) -> {
          List<String> instructions =
              IntStream.range(0, 4)
                  .mapToObj(
                      i -> "It is 2026-05-15. " + MadeUpText.paragraphs(lot, 1 + i, 20 + 60 * i))
                  .toList();
          Advice advice =
              unchecked(
                  i ->
                      chat(
                          instructions.get(lot.nextInt(4)),
                          time(i) + " " + uuid() + " " + MadeUpText.words(lot, lot.nextInt(150))));
          assertThat(advice.culprits()).isEmpty();
          assertThat(advice.headline()).startsWith("Nothing to gain here");
        });
  }

  @Test
  void growingConversationsHaveNothingToGain() throws IOException {
    // given
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      List<Map<String, String>> messages = new ArrayList<>(messages(RULES, question()));
      for (int turn = 0; turn < 5; turn++) {
        messages.add(
            Map.of("role", "assistant", "content", time(i) + MadeUpText.words(random, 30)));
        messages.add(Map.of("role", "user", "content", uuid() + question()));
      }
      lines.add(JSON.std.asString(Map.of("messages", messages)));
    }

    // when
    Advice advice = plain().ofPrompts(write(lines));

    // then
    assertThat(advice.requests()).isEqualTo(150);
    assertThat(advice.culprits()).isEmpty();
    assertThat(advice.beginnings()).hasSize(1);
    assertThat(advice.beginnings().getFirst().requests()).isEqualTo(150);
    assertThat(advice.beginnings().getFirst().place()).isEqualTo("system prompt");
  }

  @Test
  void noTextGetsIntoAnyReportUnlessItIsAskedFor() throws IOException {
    // given
    Path file =
        write(lines(i -> chat("Secretword is here at " + time(i) + ". " + RULES, question())));

    // when
    Advice silent = plain().ofPrompts(file);
    Advice quoting = new Advisor(Optional.empty(), true, () -> {}).ofPrompts(file);

    // then
    assertThat(everything(silent)).doesNotContain("Secretword").doesNotContain("2026-");
    assertThat(everything(quoting)).contains("Secretword").doesNotContain("2026-");
  }

  @Test
  void promptsOfTokenIdsAreCountedAndLeftAlone() throws IOException {
    // when
    Advice advice =
        advise(i -> Map.of("model", "m", "prompt", IntStream.range(i, i + 500).boxed().toList()));

    // then
    assertThat(advice.requests()).isEqualTo(REQUESTS);
    assertThat(advice.culprits()).isEmpty();
  }

  @Test
  void aTraceOfBlocksIsToldWithoutText() throws IOException {
    // given
    List<String> lines =
        IntStream.range(0, 50)
            .mapToObj(
                i ->
                    "{\"timestamp\":%d,\"input_length\":1100,\"output_length\":9,\"hash_ids\":[1,2,%d]}"
                        .formatted(i * 1000, i + 10))
            .toList();

    // when
    Advice advice = plain().ofBlocks(TraceReader.read(write(lines)));

    // then
    assertThat(advice.hitRate()).isCloseTo(49.0 * 1024 / (50 * 1100), within(1e-9));
    assertThat(advice.beginnings().getFirst().toTokens()).isEqualTo(1024);
    assertThat(advice.headline()).contains("no text");
  }

  @Test
  void tauBenchHasNothingToGain() throws IOException {
    // given
    Path file =
        Path.of(System.getProperty("warmpath.traces", "../shared/traces"))
            .resolve("tau-bench-airline.jsonl.gz");
    if (!Files.exists(file)) {
      System.out.println("skipped: no trace " + file + ", set -Dwarmpath.traces=DIRECTORY");
    }
    Assumptions.assumeTrue(Files.exists(file));

    // when
    Advice advice = plain().ofPrompts(file);

    // then: its date is the same in all prompts
    assertThat(advice.requests()).isEqualTo(2_454);
    assertThat(advice.culprits()).isEmpty();
    assertThat(advice.hitRate()).isCloseTo(0.932, within(0.002));
    assertThat(advice.beginnings().getFirst().requests()).isEqualTo(2_454);
  }

  private Advice advise(IntFunction<Map<String, Object>> body) throws IOException {
    return plain().ofPrompts(write(lines(body)));
  }

  private Advice unchecked(IntFunction<Map<String, Object>> body) {
    try {
      return advise(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Advisor plain() {
    return new Advisor(Optional.empty(), false, () -> {});
  }

  private static String everything(Advice advice) {
    return AdvicePage.of(advice) + AdviceJson.of(advice) + AdviceText.of(advice);
  }

  private Path write(List<String> lines) throws IOException {
    return Files.write(folder.resolve("prompts.jsonl"), lines);
  }

  private static List<String> lines(IntFunction<Map<String, Object>> body) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      lines.add(JSON.std.asString(body.apply(i)));
    }
    return lines;
  }

  private static Map<String, Object> chat(String system, String user) {
    return Map.of("model", "m", "messages", messages(system, user));
  }

  private static Map<String, Object> prompt(String text) {
    return Map.of("model", "m", "prompt", text);
  }

  private static List<Map<String, String>> messages(String system, String user) {
    return List.of(
        Map.of("role", "system", "content", system), Map.of("role", "user", "content", user));
  }

  private static Map<String, Object> tool(String name, String description) {
    return Map.of("type", "function", "function", Map.of("name", name, "description", description));
  }

  private String question() {
    return MadeUpText.words(random, 5 + random.nextInt(30));
  }

  private String uuid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private static String time(int i) {
    return Instant.parse("2026-05-15T10:00:00Z").plusSeconds(4_007L * i).toString();
  }
}
