package dev.warmpath.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.TokenLimits;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.Router;
import dev.warmpath.router.RouterConfig;
import dev.warmpath.router.RoutingMode;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.RecordingMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsTest {
  private static final String SECRET = "MARK-OF-THE-PROMPT ";
  private static final String CHAT =
      "{\"model\":\"llama\",\"messages\":[{\"role\":\"system\",\"content\":\""
          + SECRET.repeat(100)
          + "\"},{\"role\":\"user\",\"content\":\"hi\"}]}";
  private static final String EMBEDDING =
      "{\"object\":\"list\",\"data\":[],\"usage\":{\"prompt_tokens\":9,\"total_tokens\":9}}";

  private final FakeClock clock = new FakeClock();
  private final List<EngineCall> calls = new ArrayList<>();
  private final RecordingMetrics metrics = new RecordingMetrics();
  private final InMemoryAffinityTable table = new InMemoryAffinityTable(clock);
  private final OpenAiFront front = front();

  @Test
  void listsTheModels() throws IOException {
    // when
    HttpReply reply = get("/v1/models");

    // then
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("x-warmpath-request-id", "id");
    assertThat(json(reply))
        .isEqualTo(
            Map.of(
                "object",
                "list",
                "data",
                List.of(model("llama"), model("org/bge:v1"), model("sql"))));
    assertThat(calls).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/models/llama,llama",
    "/v1/models/org/bge:v1,org/bge:v1",
    "/v1/models/org%2Fbge%3Av1,org/bge:v1"
  })
  void showsOneModel(String path, String name) throws IOException {
    // when
    HttpReply reply = get(path);

    // then
    assertThat(reply.status()).isEqualTo(200);
    assertThat(json(reply)).isEqualTo(model(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/models/gpt-4", "/v1/models/%zz"})
  void namesTheModelsThatThereAre(String path) throws IOException {
    // when
    HttpReply reply = get(path);

    // then
    assertThat(reply.status()).isEqualTo(404);
    assertThat(error(reply))
        .containsEntry("code", "model_not_found")
        .extractingByKey("message")
        .asString()
        .contains("llama, org/bge:v1, sql");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/responses", "/v1/models/", "/v1", "/v1/audio/speech", "/v1/route/x"})
  void namesThePathsThatThereAre(String path) throws IOException {
    // when
    HttpReply reply = get(path);

    // then
    assertThat(reply.status()).isEqualTo(404);
    assertThat(error(reply))
        .extractingByKey("message")
        .asString()
        .contains(
            "POST /v1/chat/completions",
            "POST /v1/embeddings",
            "GET /v1/models",
            "POST /v1/route",
            "POST /invocations",
            "GET /ping");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE,/v1/models/llama,GET",
    "POST,/v1/models,GET",
    "GET,/v1/embeddings,POST",
    "GET,/v1/route,POST",
    "PUT,/invocations,POST",
    "POST,/ping,GET"
  })
  void saysWhichMethodAPathTakes(String method, String path, String allowed) {
    // when
    HttpReply reply = send(method, path, "");

    // then
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.headers()).containsEntry("allow", allowed);
  }

  @Test
  void relaysEmbeddingsAsTheyAreAndCountsTheirTokens() {
    // when
    HttpReply reply =
        send(
            "POST",
            "/v1/embeddings",
            "{\"model\":\"org/bge:v1\",\"input\":[\"one\",\"two\"],\"stream\":true}");

    // then
    assertThat(reply.status()).isEqualTo(200);
    assertThat(text(reply.body())).isEqualTo(EMBEDDING);
    assertThat(reply.headers()).containsEntry("x-warmpath-decision", "load");
    assertThat(text(calls.getFirst().body())).contains("[\"one\",\"two\"]");
    assertThat(metrics.reports().getFirst().usage().promptTokens()).hasValue(9);
    assertThat(metrics.reports().getFirst().tokens().cacheable()).isFalse();
    assertThat(metrics.reports().getFirst().tokens().prompt()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1,2,3]", "[[1,2],[3]]", "\"text\""})
  void takesWhateverCanBeEmbedded(String input) {
    assertThat(send("POST", "/v1/embeddings", "{\"input\":" + input + "}").status()).isEqualTo(200);
  }

  @Test
  void wantsSomethingToEmbed() throws IOException {
    // when
    HttpReply absent = send("POST", "/v1/embeddings", "{\"model\":\"llama\"}");
    HttpReply wrong = send("POST", "/v1/embeddings", "{\"input\":{\"a\":1}}");

    // then
    assertThat(List.of(absent.status(), wrong.status())).containsOnly(400);
    assertThat(error(absent)).containsEntry("param", "input");
    assertThat(error(wrong)).containsEntry("param", "input");
  }

  @Test
  void tellsEnginesTheNameThatTheyKnow() {
    // when
    send("POST", "/v1/chat/completions", CHAT.replace("llama", "sql"));
    send("POST", "/v1/chat/completions", CHAT);

    // then
    assertThat(text(calls.getFirst().body())).contains("\"model\":\"sql-lora\"");
    assertThat(text(calls.getLast().body())).contains("\"model\":\"\"");
  }

  @Test
  void sendsAModelWhereItIsServed() {
    // when
    for (int i = 0; i < 6; i++) {
      send("POST", "/v1/embeddings", "{\"model\":\"org/bge:v1\",\"input\":\"text " + i + "\"}");
    }

    // then
    assertThat(calls).extracting(call -> call.target().endpoint()).containsOnly("embed");
  }

  @Test
  void explainsWithoutSendingCountingOrQuoting() throws IOException {
    // given
    HttpReply first = send("POST", "/v1/chat/completions", CHAT);
    double written = table.units().write();

    // when
    HttpReply reply = send("POST", "/v1/route", CHAT);

    // then
    assertThat(reply.status()).isEqualTo(200);
    Map<String, Object> json = json(reply);
    assertThat(json)
        .containsEntry("decision", "warm")
        .containsEntry("model", "llama")
        .containsEntry("mode", "route")
        .containsEntry("target", "chat/" + first.headers().get("x-warmpath-variant"));
    assertThat(json.get("reason")).asString().contains("prompt tokens, as many as any target does");
    assertThat(objects(json, "anchors"))
        .isNotEmpty()
        .allSatisfy(anchor -> assertThat(anchor.get("hash")).asString().hasSize(12));
    assertThat(objects(json, "candidates")).hasSize(2);
    assertThat(text(reply.body())).contains("\"standing\":\"live\"").doesNotContain("MARK");
    assertThat(calls).hasSize(1);
    assertThat(metrics.reports()).hasSize(1);
    assertThat(table.units().write()).isEqualTo(written);
  }

  @Test
  void showsATenantNoOwnerOfAnothersPrefixes() throws IOException {
    // given
    Caller one = new Caller("one", "key-1", "one", TokenLimits.NONE);
    Caller other = new Caller("other", "key-2", "other", TokenLimits.NONE);
    send("POST", "/v1/chat/completions", CHAT, one);

    // when
    Map<String, Object> own = json(send("POST", "/v1/route", CHAT, one));
    Map<String, Object> foreign = json(send("POST", "/v1/route", CHAT, other));

    // then
    assertThat(own).containsEntry("decision", "warm");
    assertThat(foreign).containsEntry("decision", "new");
    assertThat(foreign.get("pool")).isNotEqualTo(own.get("pool"));
    assertThat(objects(foreign, "anchors"))
        .allSatisfy(anchor -> assertThat(anchor.get("owners")).asString().isEqualTo("[]"));
  }

  @Test
  void sendsEmbeddingsOfATenantWithoutASalt() {
    // given
    Caller tenant = new Caller("one", "key-1", "one", TokenLimits.NONE);

    // when
    send("POST", "/v1/embeddings", "{\"input\":\"text\"}", tenant);

    // then
    assertThat(text(calls.getFirst().body())).isEqualTo("{\"input\":\"text\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"prompt\":\"text\"}",
        "{\"inputs\":\"text\"}",
        "{\"model\":\"llama\",\"input\":\"text\"}",
        "{}"
      })
  void explainsEveryBodyThatCanBeSent(String body) throws IOException {
    // when
    HttpReply reply = send("POST", "/v1/route", body);

    // then
    assertThat(reply.status()).isEqualTo(200);
    assertThat(json(reply)).containsEntry("decision", "load");
  }

  @Test
  void everyHeaderIsDocumented() throws IOException {
    // given
    String document = Files.readString(Path.of("docs", "headers.md"));

    // when
    Set<String> headers =
        send("POST", "/v1/chat/completions", CHAT).headers().keySet().stream()
            .filter(name -> name.startsWith("x-warmpath-"))
            .collect(Collectors.toSet());

    // then
    assertThat(headers)
        .contains(
            "x-warmpath-available-tokens",
            "x-warmpath-matched-tokens",
            "x-warmpath-candidates",
            "x-warmpath-claim")
        .allSatisfy(name -> assertThat(document).contains("| `" + name + "` |"));
  }

  private HttpReply get(String path) {
    return send("GET", path, "");
  }

  private HttpReply send(String method, String path, String body) {
    return send(method, path, body, Caller.UNNAMED);
  }

  private HttpReply send(String method, String path, String body, Caller caller) {
    return front.answer(
        new HttpRequest(
            method,
            path,
            Map.of(),
            body.getBytes(StandardCharsets.UTF_8),
            "id",
            clock.instant().plusSeconds(60),
            caller));
  }

  private OpenAiFront front() {
    Ports ports =
        new Ports(
            table,
            call -> {
              calls.add(call);
              return new EngineOutcome.Answered(
                  EMBEDDING.getBytes(StandardCharsets.UTF_8), "application/json", "");
            },
            FleetView.fixed(
                new Fleet(
                    List.of(
                        Target.ofVariant("chat", "a", 1, false),
                        Target.ofVariant("chat", "b", 1, false),
                        Target.ofVariant("embed", "c", 1, false)))),
            metrics);
    RouterConfig config =
        new RouterConfig(
            new PrefixAffinityPolicy(),
            new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10)),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            200,
            new Serving(
                Map.of(
                    "llama", Set.of("chat"), "sql", Set.of("chat"), "org/bge:v1", Set.of("embed"))),
            RoutingMode.ROUTE);
    Router router =
        new Router(
            config,
            new PrefixHasher(new byte[PrefixHasher.MIN_SECRET_BYTES]),
            ports,
            new BackgroundWork(Runnable::run),
            clock.asRouterClock(),
            0);
    Models models =
        new Models(
            List.of(
                new ServedModel("llama", ""),
                new ServedModel("org/bge:v1", ""),
                new ServedModel("sql", "sql-lora")));
    return new OpenAiFront(
        router,
        models,
        new OpenAiAnswers(false),
        Tenants.withoutBudgets(new byte[PrefixHasher.MIN_SECRET_BYTES], true),
        clock,
        new PrefixWatch(metrics));
  }

  private static Map<String, Object> model(String name) {
    return Map.of("id", name, "object", "model", "created", 0, "owned_by", "warmpath");
  }

  private static Map<String, Object> json(HttpReply reply) throws IOException {
    return JSON.std.mapFrom(reply.body());
  }

  private static Map<String, String> error(HttpReply reply) throws IOException {
    Map<String, String> fields = new HashMap<>();
    if (json(reply).get("error") instanceof Map<?, ?> error) {
      error.forEach((name, value) -> fields.put(String.valueOf(name), String.valueOf(value)));
    }
    return fields;
  }

  private static List<Map<?, ?>> objects(Map<String, Object> json, String name) {
    List<Map<?, ?>> objects = new ArrayList<>();
    if (json.get(name) instanceof List<?> list) {
      for (Object item : list) {
        if (item instanceof Map<?, ?> map) {
          objects.add(map);
        }
      }
    }
    return objects;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
