package dev.warmpath.lambda;

import static dev.warmpath.lambda.FunctionSurroundings.COMPLETION;
import static dev.warmpath.lambda.FunctionSurroundings.HIT_RATE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.KeyRows;
import dev.warmpath.lambda.Journal.Entry;
import dev.warmpath.web.Caller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The function in the managed runtime's own client, against fakes of everything around it. */
class ManagedRuntimeTest {
  private static final String PROMPT_MARK = "MARK-OF-THE-PROMPT";

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path taskRoot;

  private final List<RuntimeProcess> runtimes = new ArrayList<>();
  private final Journal journal = new Journal(this::output);
  private final FakeLambda lambda = new FakeLambda(journal);
  private final FunctionSurroundings surroundings = new FunctionSurroundings();
  private final FakeDynamoDb table =
      new FakeDynamoDb(journal, () -> journal.await(FakeLambda.ANSWERED, 1));

  @AfterEach
  void stop() {
    runtimes.forEach(RuntimeProcess::close);
    surroundings.close();
    table.close();
    lambda.close();
  }

  @Test
  void worksOnBetweenTheAnswerAndTheNextEvent() {
    // given
    start(Map.of());

    // when
    String outcome = invoke("first", Events.json("cold-assign"));
    journal.await(FakeLambda.EXTENSION_ASKS, 2);

    // then
    assertThat(response(outcome)).containsEntry("statusCode", 200);
    assertThat(outcome).contains(COMPLETION).doesNotContain("x-warmpath-degraded");
    assertThat(lambda.take(FakeLambda.REGISTER).wholeBody()).isEqualTo("{\"events\":[\"INVOKE\"]}");
    assertThat(journal.happened())
        .containsSubsequence(FakeDynamoDb.READ, FakeLambda.REGISTERED, FakeLambda.RUNTIME_ASKS);
    List<Entry> entries =
        journal.entries().stream().filter(e -> !e.what().equals(FakeLambda.RUNTIME_ASKS)).toList();
    assertThat(entries)
        .extracting(Entry::what)
        .containsExactly(
            FakeDynamoDb.READ,
            FakeLambda.REGISTERED,
            FakeLambda.EXTENSION_ASKS,
            FakeDynamoDb.READ,
            FakeLambda.ANSWERED,
            FakeDynamoDb.WRITTEN,
            FakeLambda.EXTENSION_ASKS);
    assertThat(entries.get(4).output()).doesNotContain(HIT_RATE);
    assertThat(entries.get(6).output()).contains(HIT_RATE);
  }

  @Test
  void sendsWhatItHasMeasuredWhenItIsTerminated() {
    // given
    RuntimeProcess runtime = start(Map.of());
    invoke("first", Events.json("cold-assign"));
    invoke("second", Events.json("cold-assign"));
    journal.await(FakeLambda.EXTENSION_ASKS, 3);
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
    String outcome = invoke("first", Events.json("cold-assign"));

    // then
    assertThat(response(outcome)).containsEntry("statusCode", 200);
    assertThat(outcome)
        .contains("\"x-warmpath-degraded\":\"failed\"")
        .contains("\"x-warmpath-decision\":\"fallback\"")
        .contains(COMPLETION);
  }

  @Test
  void answersOnAfterAnEventThatItCannotRead() {
    // given
    start(Map.of());
    lambda.invoke("first", "\"no event\"", Instant.now().plus(Duration.ofMillis(300)));
    lambda.confirm(FakeLambda.ERROR);

    // when
    String next = invoke("second", Events.json("ping"));

    // then
    assertThat(response(next)).containsEntry("statusCode", 200);
  }

  @Test
  void answersWithoutAnExtension() {
    // given
    lambda.refuseExtensions();
    start(Map.of("AWS_ENDPOINT_URL_DYNAMODB", closedUri()));

    // when
    lambda.invoke("first", Events.json("cold-assign"));
    String outcome = lambda.confirm(FakeLambda.RESPONSE);

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
    RuntimeProcess runtime = start(Map.of("WARMPATH_TABLE", "", "WARMPATH_METRICS", "nowhere"));

    // when
    String error = lambda.confirm(FakeLambda.INIT_ERROR);
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
    RuntimeProcess runtime = start(Map.of());
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
      String outcome = invoke("request-" + statuses.size(), event);
      statuses.add(response(outcome).get("statusCode"));
    }
    journal.await(FakeLambda.EXTENSION_ASKS, events.size() + 1);
    runtime.terminate();

    // then
    assertThat(statuses).containsExactly(200, 400, 413, 429, 502, 200, 200, 400, 400, 404);
    String log = runtime.errors();
    assertThat(log).contains("status=200").contains("refused");
    assertThat(log + output()).doesNotContain(PROMPT_MARK).doesNotContain(COMPLETION);
  }

  @Test
  void logsADocumentedLineThatNamesTheKeyByItsId() throws IOException {
    // given
    RuntimeProcess runtime = start(Map.of());
    Caller caller = Caller.of(KeyRows.row(KeyRows.key(1), "acme"));
    Map<String, Object> event = new HashMap<>(Events.read(Events.json("cold-assign")));
    event.put("requestContext", Map.of("authorizer", caller.context()));

    // when
    invoke("first", JSON.std.asString(event));
    journal.await(FakeLambda.EXTENSION_ASKS, 2);
    runtime.terminate();

    // then
    String line =
        runtime.errors().lines().filter(l -> l.contains("decision=")).findFirst().orElseThrow();
    String document = Files.readString(Path.of("docs", "headers.md"));
    assertThat(line).contains("keyId=" + caller.keyId()).doesNotContain("acme");
    assertThat(Pattern.compile("(\\w+)=").matcher(line).results().map(key -> key.group(1)))
        .hasSizeGreaterThan(15)
        .allSatisfy(key -> assertThat(document).contains("`" + key + "`"));
  }

  /** Invokes the function as Lambda does, and returns what it answers. */
  private String invoke(String id, String event) {
    lambda.invoke(id, event, Instant.now().plus(Duration.ofSeconds(60)));
    return lambda.confirm(FakeLambda.RESPONSE);
  }

  private static String chat(String prompt) {
    return Events.withBody(
        "cold-assign", "{\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt + "\"}]}");
  }

  private static Map<String, Object> response(String outcome) {
    return Events.read(outcome);
  }

  private RuntimeProcess start(Map<String, String> variables) {
    Map<String, String> all = surroundings.variables(lambda, table.uri());
    all.putAll(variables);
    RuntimeProcess runtime = RuntimeProcess.ofHandler(taskRoot, RouterHandler.class, all);
    runtimes.add(runtime);
    return runtime;
  }

  private String output() {
    Path file = taskRoot.resolve("stdout");
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
