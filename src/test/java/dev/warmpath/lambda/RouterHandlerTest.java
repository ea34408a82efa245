package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.testing.Seeds;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RouterHandlerTest {
  private static final String SECRET = "MARK-OF-THE-PROMPT";

  @Test
  void answersGatewayTimeoutWhenNoTimeIsLeft() throws IOException {
    try (TestTier tier = TestTier.start(2)) {
      // when
      APIGatewayProxyResponseEvent response =
          tier.handler().handleRequest(Events.event("cold-assign"), new TestContext("late", 1));

      // then
      assertThat(response.getStatusCode()).isEqualTo(504);
      assertThat(response.getBody()).contains("\"server_error\"");
      assertThat(tier.answered()).containsExactly("late");
    }
  }

  @Test
  void answersInternalErrorWithoutSayingWhatFailed() throws IOException {
    try (TestTier tier = TestTier.start(2, new DefectiveTable())) {
      // when
      APIGatewayProxyResponseEvent response =
          tier.handler().handleRequest(Events.event("cold-assign"), TestContext.of("broken"));

      // then
      assertThat(response.getStatusCode()).isEqualTo(500);
      assertThat(response.getBody()).contains("\"server_error\"");
      assertThat(response.getHeaders()).containsEntry("x-warmpath-request-id", "broken");
      assertThat(response.toString())
          .doesNotContain(SECRET)
          .doesNotContain("IllegalStateException")
          .doesNotContain("dev.warmpath");
      assertThat(tier.answered()).containsExactly("broken");
    }
  }

  @Test
  void answersAnAbsentEvent() throws IOException {
    try (TestTier tier = TestTier.start(2)) {
      // when
      APIGatewayProxyResponseEvent response =
          tier.handler().handleRequest(Events.ofJson("null"), TestContext.of("absent"));

      // then
      assertThat(response.getStatusCode()).isEqualTo(404);
    }
  }

  @Test
  void ignoresAHeaderWithoutAValue() throws IOException {
    try (TestTier tier = TestTier.start(2)) {
      // given
      APIGatewayProxyRequestEvent event = Events.event("cold-assign");
      Map<String, String> headers = new HashMap<>(event.getHeaders());
      headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-type"));
      headers.put("Content-Type", null);
      headers.put("x-warmpath-session", null);
      event.setHeaders(headers);

      // when
      APIGatewayProxyResponseEvent response =
          tier.handler().handleRequest(event, TestContext.of("headers"));

      // then
      assertThat(response.getStatusCode()).isEqualTo(200);
    }
  }

  @Test
  void findsTheCallersFaultInAnyEventWithPartsMissing() throws IOException {
    try (TestTier tier = TestTier.start(2)) {
      Seeds.forAll(
          200,
          (seed, random) -> {
            // given
            APIGatewayProxyRequestEvent event = Events.ofJson(json(random));

            // when
            APIGatewayProxyResponseEvent response =
                tier.handler().handleRequest(event, TestContext.of("seed-" + seed));

            // then
            assertThat(response.getStatusCode()).isIn(200, 400, 404, 405);
            assertThat(response.getBody()).matches("(?s)[{\\[].*[}\\]]\\s*");
          });
    }
  }

  /** An event in which each part may be absent, null, odd or right. */
  private static String json(RandomGenerator random) {
    Map<String, String> parts = new HashMap<>();
    parts.put("httpMethod", pick(random, "null", "\"\"", "\"GET\"", "\"POST\"", "\"POST\""));
    parts.put(
        "path",
        pick(random, "null", "\"\"", "\"/ping\"", "\"/invocations\"", "\"/v1/chat/completions\""));
    parts.put(
        "headers",
        pick(
            random,
            "null",
            "{}",
            "{\"content-type\":null,\"X-Warmpath-Session\":null}",
            "{\"Content-Type\":\"text/plain\",\"content-type\":\"application/json\"}",
            "{\"\":\"\",\"CONTENT-TYPE\":\"application/json\"}"));
    parts.put("multiValueHeaders", pick(random, "null", "{}", "{\"a\":null}", "{\"a\":[null]}"));
    parts.put("requestContext", pick(random, "null", "{}", "{\"identity\":null}"));
    parts.put("queryStringParameters", pick(random, "null", "{}", "{\"a\":null}"));
    parts.put("isBase64Encoded", pick(random, "null", "true", "false", "false"));
    parts.put(
        "body",
        pick(
            random,
            "null",
            "\"\"",
            "\"null\"",
            "\"e30=\"",
            "\"{\\\"inputs\\\":\\\"hello\\\"}\"",
            "\"{\\\"messages\\\":[{\\\"role\\\":\\\"user\\\",\\\"content\\\":\\\"hi\\\"}]}\""));
    parts.keySet().removeIf(part -> random.nextInt(8) == 0);
    return "{"
        + String.join(
            ",",
            parts.entrySet().stream().map(p -> "\"" + p.getKey() + "\":" + p.getValue()).toList())
        + "}";
  }

  private static String pick(RandomGenerator random, String... choices) {
    return List.of(choices).get(random.nextInt(choices.length));
  }

  /** A table with a defect that nobody expects, which quotes what it must not. */
  private static final class DefectiveTable implements AffinityTable {
    @Override
    public TableRead read(TableQuery query) {
      throw new IllegalStateException(SECRET);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
      throw new IllegalStateException(SECRET);
    }

    @Override
    public WriteResult write(TableWrite write) {
      throw new IllegalStateException(SECRET);
    }

    @Override
    public TableUnits units() {
      return TableUnits.NONE;
    }
  }
}
