package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.lambda.FakeLambda.Outcome;
import dev.warmpath.lambda.Journal.Entry;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The function in the managed runtime's own client, against fakes of everything around it. */
class ManagedRuntimeTest {
  private static final String PROMPT_MARK = "MARK-OF-THE-PROMPT";
  private static final String HIT_RATE = "KVCacheHitRate";
  private static final String COMPLETION_MARK = "MARK-OF-THE-COMPLETION";

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path taskRoot;

  private final List<ManagedRuntime> runtimes = new ArrayList<>();
  private final Journal journal = new Journal(this::output);
  private final FakeLambda lambda = new FakeLambda(journal);
  private final FakeDynamoDb table =
      new FakeDynamoDb(journal, () -> journal.await(FakeLambda.ANSWERED, 1));

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  private LocalSageMaker sageMaker;

  @BeforeEach
  void start() throws IOException {
    sageMaker =
        LocalSageMaker.listen(
            0,
            List.of(
                new LocalEndpoint(
                    "llm",
                    List.of(
                        Hosted.variant("blue", ManagedRuntimeTest::complete),
                        Hosted.variant("green", ManagedRuntimeTest::complete)))));
  }

  @AfterEach
  void stop() {
    runtimes.forEach(ManagedRuntime::close);
    sageMaker.close();
    table.close();
    lambda.close();
  }

  @Test
  void worksOnBetweenTheAnswerAndTheNextEvent() {
    // given
    start(Map.of());

    // when
    Outcome outcome = invoke("first", Events.json("cold-assign"), 1);
    journal.await(FakeLambda.EXTENSION_NEXT, 2);

    // then
    assertThat(response(outcome)).containsEntry("statusCode", 200);
    assertThat(outcome.body()).contains(COMPLETION_MARK).doesNotContain("x-warmpath-degraded");
    assertThat(lambda.registration()).isEqualTo("{\"events\":[\"INVOKE\"]}");
    assertThat(journal.happened())
        .containsSubsequence(FakeDynamoDb.READ, FakeLambda.REGISTERED, FakeLambda.RUNTIME_NEXT);
    List<Entry> entries =
        journal.entries().stream().filter(e -> !e.what().equals(FakeLambda.RUNTIME_NEXT)).toList();
    assertThat(entries)
        .extracting(Entry::what)
        .containsExactly(
            FakeDynamoDb.READ,
            FakeLambda.REGISTERED,
            FakeLambda.EXTENSION_NEXT,
            FakeDynamoDb.READ,
            FakeLambda.ANSWERED,
            FakeDynamoDb.WRITTEN,
            FakeLambda.EXTENSION_NEXT);
    assertThat(entries.get(4).output()).doesNotContain(HIT_RATE);
    assertThat(entries.get(6).output()).contains(HIT_RATE);
  }

  @Test
  void sendsWhatItHasMeasuredWhenItIsTerminated() {
    // given
    ManagedRuntime runtime = start(Map.of());
    invoke("first", Events.json("cold-assign"), 1);
    invoke("second", Events.json("cold-assign"), 2);
    journal.await(FakeLambda.EXTENSION_NEXT, 3);
    String before = output();

    // when
    runtime.terminate();

    // then
    assertThat(before).contains(HIT_RATE);
    assertThat(output()).startsWith(before);
    assertThat(output().substring(before.length())).contains(HIT_RATE);
  }

  @Test
  void answersWithoutATable() {
    // given
    start(Map.of("AWS_ENDPOINT_URL_DYNAMODB", closedUri()));

    // when
    Outcome outcome = invoke("first", Events.json("cold-assign"), 1);

    // then
    assertThat(response(outcome)).containsEntry("statusCode", 200);
    assertThat(outcome.body())
        .contains("\"x-warmpath-degraded\":\"failed\"")
        .contains("\"x-warmpath-decision\":\"fallback\"")
        .contains(COMPLETION_MARK);
  }

  @Test
  void answersOnAfterAnEventThatItCannotRead() {
    // given
    start(Map.of());
    journal.await(FakeLambda.EXTENSION_NEXT, 1);
    Outcome unreadable =
        lambda.invoke("first", "\"no event\"", Instant.now().plus(Duration.ofMillis(300)));

    // when
    Outcome next = invoke("second", Events.json("ping"), 2);

    // then
    assertThat(unreadable.isError()).isTrue();
    assertThat(response(next)).containsEntry("statusCode", 200);
  }

  @Test
  void answersWithoutAnExtension() {
    // given
    lambda.refuseExtensions();
    start(Map.of("AWS_ENDPOINT_URL_DYNAMODB", closedUri()));

    // when
    Outcome outcome = lambda.invoke("first", Events.json("cold-assign"), inTime());

    // then
    assertThat(response(outcome)).containsEntry("statusCode", 200);
    Entry answered =
        journal.entries().stream()
            .filter(e -> e.what().equals(FakeLambda.ANSWERED))
            .findFirst()
            .orElseThrow();
    assertThat(answered.output()).contains(HIT_RATE);
  }

  @Test
  void namesEveryFaultOfItsConfiguration() {
    // given
    ManagedRuntime runtime = start(Map.of("WARMPATH_TABLE", "", "WARMPATH_METRICS", "nowhere"));

    // when
    String error = lambda.initError();
    runtime.awaitExit();

    // then
    assertThat(error)
        .contains("WARMPATH_TABLE is required")
        .contains("WARMPATH_METRICS must be cloudwatch, emf or off but was 'nowhere'");
    assertThat(journal.happened()).isEmpty();
  }

  @Test
  void logsNoPromptAndNoCompletion() {
    // given
    ManagedRuntime runtime = start(Map.of());
    List<String> events =
        List.of(
            chat(PROMPT_MARK),
            chat("fail with 400 " + PROMPT_MARK),
            chat("fail with 413 " + PROMPT_MARK),
            chat("fail with 429 " + PROMPT_MARK),
            chat("fail with 500 " + PROMPT_MARK),
            chat("answer nonsense " + PROMPT_MARK),
            Events.withBody("raw-text", PROMPT_MARK),
            Events.withBody("cold-assign", "{\"messages\":[" + PROMPT_MARK),
            Events.withBody("cold-assign", "{\"messages\":\"" + PROMPT_MARK + "\"}"),
            Events.withBody("cold-assign", "{\"model\":\"" + PROMPT_MARK + "\",\"messages\":[]}"));

    // when
    List<Object> statuses = new ArrayList<>();
    for (String event : events) {
      Outcome outcome = invoke("request-" + statuses.size(), event, statuses.size() + 1);
      statuses.add(response(outcome).get("statusCode"));
    }
    journal.await(FakeLambda.EXTENSION_NEXT, events.size() + 1);
    runtime.terminate();

    // then
    assertThat(statuses).containsExactly(200, 400, 413, 429, 502, 200, 200, 400, 400, 404);
    String log = String.join("\n", runtime.errors());
    assertThat(log).contains("status=200").contains("refused");
    assertThat(log + output()).doesNotContain(PROMPT_MARK).doesNotContain(COMPLETION_MARK);
  }

  /** Invokes the function as Lambda does: once runtime and extension have both asked. */
  private Outcome invoke(String id, String event, int times) {
    journal.await(FakeLambda.RUNTIME_NEXT, times);
    journal.await(FakeLambda.EXTENSION_NEXT, times);
    return lambda.invoke(id, event, inTime());
  }

  private static String chat(String prompt) {
    return Events.withBody(
        "cold-assign", "{\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt + "\"}]}");
  }

  private static Map<String, Object> response(Outcome outcome) {
    assertThat(outcome.isError()).isFalse();
    return Events.read(outcome.body());
  }

  private ManagedRuntime start(Map<String, String> variables) {
    Map<String, String> all = new HashMap<>();
    all.put("WARMPATH_TARGETS", "llm/blue,llm/green");
    all.put("WARMPATH_TABLE", "affinity");
    all.put("WARMPATH_HASH_SALT", "a salt for tests only");
    all.put("WARMPATH_METRICS", "emf");
    // A loaded machine must not make a table look slow.
    all.put("WARMPATH_TABLE_FIRST_BUDGET_MS", "10000");
    all.put("WARMPATH_TABLE_BUDGET_MS", "5000");
    all.put("AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME", sageMaker.uri().toString());
    all.put("AWS_ENDPOINT_URL_DYNAMODB", table.uri());
    all.putAll(variables);
    ManagedRuntime runtime =
        ManagedRuntime.start(taskRoot, taskRoot.resolve("stdout"), lambda, all);
    runtimes.add(runtime);
    return runtime;
  }

  private static Instant inTime() {
    return Instant.now().plus(Duration.ofSeconds(28));
  }

  private String output() {
    Path file = taskRoot.resolve("stdout");
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An engine that fails where a prompt says so, and then quotes it. */
  private static ContainerAnswer complete(byte[] body, String contentType) {
    String request = new String(body, StandardCharsets.UTF_8);
    if (request.contains("fail with ")) {
      int status = Integer.parseInt(request.replaceFirst("(?s).*fail with (\\d+).*", "$1"));
      return new ContainerAnswer(status, body, "application/json");
    }
    if (request.contains("answer nonsense")) {
      return new ContainerAnswer(200, body, "text/plain");
    }
    String answer =
        """
        {"choices":[{"message":{"role":"assistant","content":"%s"}}],
         "usage":{"prompt_tokens":100,"completion_tokens":5,
                  "prompt_tokens_details":{"cached_tokens":25}}}
        """
            .formatted(COMPLETION_MARK);
    return new ContainerAnswer(200, answer.getBytes(StandardCharsets.UTF_8), "application/json");
  }

  /** Where nobody listens. */
  private static String closedUri() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
