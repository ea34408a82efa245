package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.warmpath.bootstrap.Settings;
import dev.warmpath.local.AnswerSink;
import dev.warmpath.local.BrokenAnswerException.Break;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.FaultyContainer;
import dev.warmpath.local.FaultyContainer.Fault;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.router.RoutingMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What OpenAI's own client libraries, unmodified, make of the whole local tier. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OpenAiClientContract {
  private static final String TALK = "Say something about ferries. ";

  /** A minute's work and more for a local engine. */
  private static final int MANY_TOKENS = 30_000;

  // Started in the first lines of every run, and of every test.
  @SuppressWarnings("NullAway.Init")
  private ClientProcess client;

  @SuppressWarnings("NullAway.Init")
  private FaultyContainer engine;

  @SuppressWarnings("NullAway.Init")
  private Watched watched;

  @SuppressWarnings("NullAway.Init")
  private LocalTier tier;

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  /** Starts the client. */
  abstract Process start() throws IOException;

  @BeforeAll
  void startClient() throws IOException {
    client = new ClientProcess(start());
  }

  @AfterAll
  void stopClient() throws IOException {
    client.close();
  }

  @BeforeEach
  void startTier() throws IOException {
    tier =
        LocalTier.start(
            new LocalOptions(0, 1, 100_000, new EngineKind.Timed(), Settings.policy("warmpath")),
            new RemoteServices(),
            sound -> {
              watched = new Watched(sound);
              engine = new FaultyContainer(watched);
              return engine;
            });
  }

  @AfterEach
  void stopTier() {
    tier.close();
  }

  @Test
  void readsAWholeAnswer() throws Exception {
    // when
    ClientOutcome outcome = carryOut("whole", chat(8));

    // then
    assertThat(outcome.errorClass()).isEmpty();
    assertThat(outcome.at("/completion/object")).isEqualTo("chat.completion");
    assertThat(outcome.at("/completion/choices/0/message/content")).asString().isNotBlank();
    assertThat(outcome.at("/completion/choices/0/finish_reason")).isEqualTo("length");
    assertThat(outcome.at("/completion/usage/completion_tokens")).isEqualTo(8);
  }

  @Test
  void readsACompletion() throws Exception {
    // when
    ClientOutcome outcome =
        carryOut("completions", Map.of("model", "default", "prompt", TALK, "max_tokens", 8));

    // then
    assertThat(outcome.errorClass()).isEmpty();
    assertThat(outcome.at("/completion/choices/0/text")).asString().isNotBlank();
  }

  @Test
  void readsEmbeddings() throws Exception {
    // given: base64 on the wire, unless a caller names a format
    Map<String, Object> body = Map.of("model", "default", "input", List.of("sea", "sky", "sea"));
    Map<String, Object> plain =
        Map.of("model", "default", "input", "sea", "encoding_format", "float");

    // when
    ClientOutcome outcome = carryOut("embeddings", body);
    ClientOutcome numbers = carryOut("embeddings", plain);

    // then
    assertThat(outcome.errorClass()).isEmpty();
    assertThat(outcome.at("/embeddings/object")).isEqualTo("list");
    assertThat(outcome.at("/embeddings/model")).isEqualTo("local-model");
    assertThat(outcome.at("/embeddings/usage/prompt_tokens")).isEqualTo(3);
    assertThat(outcome.at("/embeddings/data")).asInstanceOf(LIST).hasSize(3);
    for (int input = 0; input < 3; input++) {
      assertThat(outcome.at("/embeddings/data/" + input + "/index")).isEqualTo(input);
      assertThat(length(outcome, input)).isCloseTo(1, within(1e-6));
    }
    assertThat(vector(outcome, 2)).isEqualTo(vector(outcome, 0)).isNotEqualTo(vector(outcome, 1));
    assertThat(vector(numbers, 0))
        .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-6 ? 0 : 1)
        .isEqualTo(vector(outcome, 0));
  }

  private static double length(ClientOutcome outcome, int input) {
    return Math.sqrt(vector(outcome, input).stream().mapToDouble(n -> n * n).sum());
  }

  private static List<Double> vector(ClientOutcome outcome, int input) {
    return outcome.at("/embeddings/data/" + input + "/embedding") instanceof List<?> numbers
        ? numbers.stream().map(n -> ((Number) n).doubleValue()).toList()
        : List.of();
  }

  @Test
  void readsAStreamToItsEnd() throws Exception {
    // when
    ClientOutcome outcome = carryOut("stream", chat(8));

    // then
    assertThat(outcome.errorClass()).isEmpty();
    assertThat(outcome.text()).isNotBlank();
    assertThat(outcome.chunks().getLast().at("/choices/0/finish_reason")).isEqualTo("length");
    assertThat(outcome.chunks())
        .as("the usage that the router asks for is not the caller's")
        .allMatch(chunk -> chunk.at("/usage") == null);
  }

  @Test
  void readsTheUsageOfAStream() throws Exception {
    // given
    Map<String, Object> body = chat(8);
    body.put("stream_options", Map.of("include_usage", true));

    // when
    ClientOutcome outcome = carryOut("stream", body);

    // then
    assertThat(outcome.errorClass()).isEmpty();
    ClientOutcome last = outcome.chunks().getLast();
    assertThat(last.at("/choices")).isEqualTo(List.of());
    assertThat(last.at("/usage/completion_tokens")).isEqualTo(8);
    assertThat(last.at("/usage/prompt_tokens_details/cached_tokens")).isEqualTo(0);
  }

  @ParameterizedTest
  @EnumSource(Break.class)
  void raisesAnErrorThatComesAfterTheFirstToken(Break how) throws Exception {
    // given
    engine.become(new Fault.Breaks(3, how));

    // when
    ClientOutcome outcome = carryOut("stream", chat(8));

    // then
    assertThat(outcome.text()).as("what came before the error").isNotBlank();
    assertThat(outcome.errorClass()).isEqualTo("APIError");
    assertThat(outcome.at("/error/code")).isEqualTo(how == Break.MODEL_LATE ? "timeout" : "fault");
    assertThat(outcome.at("/error/type")).isEqualTo("server_error");
    assertThat(outcome.at("/error/message")).asString().isNotBlank();
  }

  @Test
  void abortsTheEnginesRequestWhenTheCallerAborts() throws Exception {
    // when
    ClientOutcome outcome = carryOut("abort", chat(MANY_TOKENS));

    // then
    assertThat(outcome.at("/aborted")).isEqualTo(true);
    assertThat(watched.ended.get(30, TimeUnit.SECONDS))
        .as("how the engine's answer ended")
        .isEqualTo("the client has gone");
    assertThat(tier.statistics())
        .allSatisfy(
            statistics -> {
              assertThat(statistics.running()).isZero();
              assertThat(statistics.waiting()).isZero();
            });
  }

  @Test
  void raisesNotFoundForAModelThatIsNotServed() throws Exception {
    // given
    Map<String, Object> body = chat(8);
    body.put("model", "another");

    // when
    ClientOutcome outcome = carryOut("whole", body);

    // then
    assertThat(outcome.errorClass()).isEqualTo("NotFoundError");
    assertThat(outcome.at("/error/code")).isEqualTo("model_not_found");
    assertThat(outcome.at("/error/param")).isEqualTo("model");
    assertThat(outcome.at("/error/requestId")).asString().isNotBlank();
  }

  @Test
  void raisesBadRequestForABadField() throws Exception {
    // given
    Map<String, Object> body = chat(8);
    body.put("messages", "not a list");

    // when
    ClientOutcome outcome = carryOut("stream", body);

    // then
    assertThat(outcome.errorClass()).isEqualTo("BadRequestError");
    assertThat(outcome.at("/error/param")).isEqualTo("messages");
    assertThat(engine.requests()).as("requests that reached the engine").isZero();
  }

  @Test
  void raisesRateLimitWhereTheEngineDoes() throws Exception {
    // given
    engine.become(new Fault.Refuses(429));

    // when
    ClientOutcome outcome = carryOut("stream", chat(8));

    // then
    assertThat(outcome.errorClass()).isEqualTo("RateLimitError");
    assertThat(outcome.at("/error/type")).isEqualTo("rate_limit_error");
  }

  @Test
  void raisesAServerErrorWhereTheEngineIsBusy() throws Exception {
    // given
    engine.become(new Fault.Refuses(503));

    // when
    ClientOutcome outcome = carryOut("whole", chat(8));

    // then
    assertThat(outcome.errorClass()).isEqualTo("InternalServerError");
    assertThat(outcome.at("/error/status")).isEqualTo(503);
  }

  @Test
  void triesAgainAfterAsLongAsTheRouterSays() throws Exception {
    // given
    engine.become(new Fault.Refuses(503));
    Map<String, Object> order = new HashMap<>(order("whole", chat(8)));
    order.put("maxRetries", 2);

    // when
    ClientOutcome outcome = client.carryOut(order);

    // then
    assertThat(engine.requests()).isEqualTo(3);
    assertThat(outcome.at("/error/retryAfter")).isNotNull();
    long millis = 1000 * Long.parseLong(String.valueOf(outcome.at("/error/retryAfter")));
    assertThat(outcome.at("/waits")).asInstanceOf(LIST).hasSize(2).last().isEqualTo((int) millis);
  }

  @Test
  void getsInWithItsKeyUntilThatIsRevoked() throws Exception {
    // given
    KeyFile keys = keys();
    String key = keys.create("--tenant", "acme");
    try (LocalTier closed = startWithKeys()) {

      // when
      ClientOutcome whole = carryOut(closed, key, "whole");
      ClientOutcome stream = carryOut(closed, key, "stream");
      keys.revoke(keys.ids().getFirst());
      ClientOutcome revoked = carryOut(closed, key, "whole");

      // then
      assertThat(whole.errorClass()).isEmpty();
      assertThat(whole.at("/completion/usage/completion_tokens")).isEqualTo(8);
      assertThat(stream.errorClass()).isEmpty();
      assertThat(stream.text()).isNotBlank();
      assertRefused(revoked);
    }
  }

  @Test
  void raisesAuthenticationWithoutAKeyOfTheDoor() throws Exception {
    // given
    String key = keys().create("--tenant", "acme");
    String wrong = key.substring(0, key.length() - 4) + "AAAA";
    try (LocalTier closed = startWithKeys()) {

      // when
      List<ClientOutcome> outcomes =
          List.of(
              carryOut(closed, "any", "whole"),
              carryOut(closed, "any", "stream"),
              carryOut(closed, wrong, "whole"));

      // then
      assertThat(outcomes).allSatisfy(OpenAiClientContract::assertRefused);
    }
  }

  @Test
  void raisesRateLimitOverItsBudgetAndLearnsWhenToComeBack() throws Exception {
    // given
    String key = keys().create("--tenant", "poor", "--tokens-per-day", "10");
    try (LocalTier closed = startWithKeys()) {

      // when
      ClientOutcome first = carryOut(closed, key, "whole");
      ClientOutcome second = carryOut(closed, key, "whole");

      // then
      assertThat(first.errorClass()).isEmpty();
      assertThat(second.errorClass()).isEqualTo("RateLimitError");
      assertThat(second.at("/error/status")).isEqualTo(429);
      assertThat(second.at("/error/code")).isEqualTo("insufficient_quota");
      assertThat(Long.parseLong(String.valueOf(second.at("/error/retryAfter"))))
          .isBetween(1L, 86_400L);
    }
  }

  private static void assertRefused(ClientOutcome outcome) {
    assertThat(outcome.errorClass()).isEqualTo("AuthenticationError");
    assertThat(outcome.at("/error/status")).isEqualTo(401);
    assertThat(outcome.at("/error/message")).asString().contains("key");
  }

  private KeyFile keys() {
    return new KeyFile(folder.resolve("keys.jsonl"));
  }

  private LocalTier startWithKeys() throws IOException {
    return LocalTier.start(
        new LocalOptions(
            0,
            1,
            100_000,
            new EngineKind.Timed(),
            Settings.policy("warmpath"),
            RoutingMode.ROUTE,
            Optional.of(folder.resolve("keys.jsonl"))),
        new RemoteServices());
  }

  private ClientOutcome carryOut(LocalTier closed, String key, String action) throws IOException {
    return client.carryOut(
        Map.of(
            "action", action, "baseUrl", closed.address() + "/v1", "apiKey", key, "body", chat(8)));
  }

  private ClientOutcome carryOut(String action, Map<String, Object> body) throws IOException {
    return client.carryOut(order(action, body));
  }

  private Map<String, Object> order(String action, Map<String, Object> body) {
    return Map.of("action", action, "baseUrl", tier.address() + "/v1", "body", body);
  }

  private static Map<String, Object> chat(int maxTokens) {
    Map<String, Object> body = new HashMap<>();
    body.put("model", "default");
    body.put("max_tokens", maxTokens);
    body.put("messages", List.of(Map.of("role", "user", "content", TALK.repeat(40))));
    return body;
  }

  /** Remembers how the first streamed answer ended. */
  private static final class Watched implements ModelContainer {
    private final ModelContainer sound;
    private final CompletableFuture<String> ended = new CompletableFuture<>();

    Watched(ModelContainer sound) {
      this.sound = sound;
    }

    @Override
    public ContainerAnswer invoke(byte[] body, String contentType) {
      return sound.invoke(body, contentType);
    }

    @Override
    public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
      try {
        sound.stream(body, contentType, sink);
        ended.complete("whole");
      } catch (IOException e) {
        ended.complete("the client has gone");
        throw e;
      }
    }
  }
}
