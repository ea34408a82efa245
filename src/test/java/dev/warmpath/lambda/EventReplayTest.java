package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import dev.warmpath.web.OpenAiFront;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every file of the folder {@code events}, as the managed runtime hands it to the function. */
class EventReplayTest {
  private static final String MARK = "MARK-OF-THE-PROMPT";
  private static final int ENGINE_BLOCK = 16;

  private static final Map<String, Expected> EXPECTED =
      Map.ofEntries(
          Map.entry("api-gateway-test", Expected.answer()),
          Map.entry("base64-body", Expected.answer()),
          Map.entry("cold-assign", Expected.answer()),
          Map.entry("completion", Expected.answer()),
          Map.entry("completion-token-ids", Expected.answer()),
          Map.entry("key-order-and-white-space", Expected.answer()),
          Map.entry("part-array-content", Expected.answer()),
          Map.entry("ping", Expected.answer()),
          Map.entry("raw-text", Expected.answer()),
          Map.entry("responses-style-input", Expected.answer()),
          Map.entry("sagemaker-native-inputs", Expected.answer()),
          Map.entry("tools-and-tool-calls", Expected.answer()),
          Map.entry("warm-hit", Expected.answer()),
          Map.entry("bad-json", Expected.refusal(400, "", "not valid JSON")),
          Map.entry("deep-nesting", Expected.refusal(400, "", "must not nest deeper than")),
          Map.entry("empty-body", Expected.refusal(400, "", "must not be empty")),
          Map.entry("empty-messages", Expected.refusal(400, "messages", "non-empty array")),
          Map.entry("invalid-utf8", Expected.refusal(400, "", "UTF-8")),
          Map.entry(
              "message-without-role",
              Expected.refusal(400, "messages[0].role", "must be a non-empty string")),
          Map.entry("missing-messages", Expected.refusal(400, "messages", "is required")),
          Map.entry("not-base64", Expected.refusal(400, "", "says it is base64 but is not")),
          Map.entry("unknown-model", Expected.refusal(404, "model", "is not served here")),
          Map.entry("unknown-path", Expected.refusal(404, "", "there is no such path")),
          Map.entry("wrong-method", Expected.refusal(405, "", "accepts POST only")),
          Map.entry("wrong-types", Expected.refusal(400, "messages", "must be an array")));

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  private TestTier tier;

  /**
   * What an event is answered with.
   *
   * @param status the HTTP status
   * @param param the field at fault; empty for none
   * @param message a part of the error's sentence; empty for an answer
   */
  private record Expected(int status, String param, String message) {
    static Expected answer() {
      return new Expected(200, "", "");
    }

    static Expected refusal(int status, String param, String message) {
      return new Expected(status, param, message);
    }
  }

  @BeforeEach
  void start() throws IOException {
    tier = TestTier.start(3);
  }

  @AfterEach
  void stop() {
    tier.close();
  }

  /** All files and all expectations, so that one without the other fails. */
  static Set<String> names() {
    Set<String> names = new TreeSet<>(Events.names());
    names.addAll(EXPECTED.keySet());
    return names;
  }

  @ParameterizedTest
  @MethodSource("names")
  void answersAsExpected(String name) {
    // given
    assertThat(EXPECTED).containsKey(name);
    Expected expected = EXPECTED.getOrDefault(name, Expected.answer());

    // when
    APIGatewayProxyResponseEvent response = replay(name);

    // then
    assertThat(response.getStatusCode()).isEqualTo(expected.status());
    assertThat(tier.answered()).containsExactly(name);
    if (expected.message().isEmpty()) {
      assertThat(response.getBody()).doesNotContain("\"error\"");
    } else {
      Map<String, Object> error = error(response);
      assertThat(error.get("message")).asString().contains(expected.message());
      assertThat(error.get("param"))
          .isEqualTo(expected.param().isEmpty() ? null : expected.param());
      assertThat(response.getHeaders()).containsEntry("x-warmpath-request-id", name);
    }
  }

  @Test
  void sendsASharedPrefixWhereItIsCached() {
    // given
    Map<String, String> cold = replay("cold-assign").getHeaders();

    // when
    Map<String, String> warm = replay("warm-hit").getHeaders();

    // then
    assertThat(cold)
        .containsEntry("x-warmpath-decision", "new")
        .containsEntry("x-warmpath-cached-tokens", "0");
    assertThat(warm)
        .containsEntry("x-warmpath-decision", "warm")
        .containsEntry("x-warmpath-variant", cold.get("x-warmpath-variant"));
    assertThat(number(warm, "cached-tokens")).isPositive();
  }

  @Test
  void matchesAPromptFullyWhateverItsKeyOrderAndWhiteSpace() {
    // given
    replay("cold-assign");
    Map<String, String> same = replay("cold-assign").getHeaders();

    // when
    Map<String, String> other = replay("key-order-and-white-space").getHeaders();

    // then
    assertThat(other)
        .containsEntry("x-warmpath-decision", "warm")
        .containsEntry("x-warmpath-variant", same.get("x-warmpath-variant"))
        .containsEntry("x-warmpath-matched-tokens", same.get("x-warmpath-matched-tokens"))
        .containsEntry("x-warmpath-cached-tokens", same.get("x-warmpath-cached-tokens"));
    assertThat(number(other, "cached-tokens"))
        .isGreaterThanOrEqualTo(number(other, "prompt-tokens") - ENGINE_BLOCK);
  }

  @Test
  void refusesABodyThatIsTooLarge() {
    // given
    String body = "x".repeat(OpenAiFront.MAX_BODY_BYTES + 1);
    APIGatewayProxyRequestEvent event = Events.ofJson(Events.withBody("cold-assign", body));

    // when
    APIGatewayProxyResponseEvent response = handle(event, "large");

    // then
    assertThat(response.getStatusCode()).isEqualTo(413);
    assertThat(error(response)).containsEntry("code", "request_too_large");
    assertThat(response.getHeaders()).containsEntry("x-warmpath-request-id", "large");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"model\":\"MARK\",\"messages\":[{\"role\":\"user\",\"content\":\"MARK\"}]}",
        "{\"model\":\"default\",\"messages\":\"MARK\"}",
        "{\"model\":\"default\",\"messages\":[\"MARK\"]}",
        "{\"model\":\"default\",\"messages\":[{\"role\":[\"MARK\"],\"content\":\"MARK\"}]}",
        "{\"model\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":{\"MARK\":1}}]}",
        "{\"model\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"MARK\"},4]}]}",
        "{\"model\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":\"MARK\"}],\"tools\":\"MARK\"}",
        "{\"model\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":\"MARK\"}],\"max_tokens\":\"MARK\"}",
        "{\"model\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":\"MARK\"}],\"stream\":\"MARK\"}",
        "{\"model\":\"default\",\"messages\":[{\"role\":\"user\",\"content\":\"MARK\" MARK",
        "{\"model\":\"default\",\"messages\":[]} MARK",
        "[\"MARK\"]",
        "MARK"
      })
  void quotesNoPromptInARefusal(String body) {
    // given
    String marked = body.replace("MARK", MARK);
    APIGatewayProxyRequestEvent event = Events.ofJson(Events.withBody("cold-assign", marked));

    // when
    APIGatewayProxyResponseEvent response = handle(event, "marked");

    // then
    assertThat(response.getStatusCode()).isIn(400, 404);
    assertThat(error(response)).isNotEmpty();
    assertThat(response.toString()).doesNotContain(MARK);
  }

  @Test
  void writesAResponseAsApiGatewayReadsIt() {
    // given
    APIGatewayProxyResponseEvent response = replay("ping");

    // when
    Map<String, Object> written = Events.written(response);

    // then
    assertThat(written)
        .isEqualTo(
            Map.of(
                "statusCode",
                200,
                "headers",
                Map.of("content-type", "application/json"),
                "body",
                "{\"status\":\"ok\"}",
                "isBase64Encoded",
                false));
  }

  private APIGatewayProxyResponseEvent replay(String name) {
    return handle(Events.event(name), name);
  }

  private APIGatewayProxyResponseEvent handle(APIGatewayProxyRequestEvent event, String requestId) {
    return tier.handler().handleRequest(event, TestContext.of(requestId));
  }

  /** The error, checked to have OpenAI's shape. */
  private static Map<String, Object> error(APIGatewayProxyResponseEvent response) {
    Map<String, Object> body = Events.read(response.getBody());
    assertThat(body).containsOnlyKeys("error");
    Map<String, Object> error = new HashMap<>();
    if (body.get("error") instanceof Map<?, ?> fields) {
      fields.forEach((key, value) -> error.put(String.valueOf(key), value));
    }
    assertThat(error).containsOnlyKeys("message", "type", "param", "code");
    assertThat(error.get("type")).isIn(List.of("invalid_request_error", "server_error"));
    return error;
  }

  private static long number(Map<String, String> headers, String name) {
    return Long.parseLong(headers.getOrDefault("x-warmpath-" + name, "-1"));
  }
}
