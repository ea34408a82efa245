package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.aws.StubServer.Answer;
import dev.warmpath.keys.PlanKey;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ApiGatewayPlanTest {
  private static final String VALUE = PlanKey.value("keys", "acme");

  @Test
  void usesTheKeyThatIsThereAndSignsItsCalls() throws IOException {
    // given
    Map<String, Answer> answers =
        Map.of(
            "GET /apikeys",
                Answer.json(200, "{\"item\":[{\"id\":\"k1\",\"name\":\"" + VALUE + "\"}]}"),
            "POST /usageplans/plan/keys", Answer.json(409, "{\"message\":\"there already\"}"));

    // when
    try (StubServer server = server(answers)) {
      enrol(server);

      // then
      assertThat(server.requests()).hasSize(2);
      assertThat(server.requests().getLast().text()).contains("\"k1\"", "API_KEY");
      assertThat(server.requests())
          .allSatisfy(
              r -> assertThat(r.header("authorization").orElse("")).contains("/apigateway/aws4"));
    }
  }

  @Test
  void takesNoKeyOfAnotherNameForItsOwn() throws IOException {
    // given
    Map<String, Answer> answers =
        Map.of(
            "GET /apikeys",
            Answer.json(200, "{\"item\":[{\"id\":\"k1\",\"name\":\"" + VALUE + "0\"}]}"),
            "POST /apikeys",
            Answer.json(201, "{\"id\":\"k2\"}"),
            "POST /usageplans/plan/keys",
            Answer.json(201, "{}"));

    // when
    try (StubServer server = server(answers)) {
      enrol(server);

      // then
      assertThat(server.requests().getLast().text()).contains("\"k2\"");
    }
  }

  @Test
  void saysWhatApiGatewayRefused() {
    Answer found = Answer.json(200, "{\"item\":[{\"id\":\"k1\",\"name\":\"" + VALUE + "\"}]}");

    assertRefused(
        Map.of("GET /apikeys", Answer.json(403, "{\"message\":\"not allowed\"}")),
        "API Gateway refused looking for the tenant's API key: HTTP status 403: not allowed");
    assertRefused(
        Map.of("GET /apikeys", Answer.json(200, "{}"), "POST /apikeys", Answer.json(429, "busy")),
        "API Gateway refused making the tenant's API key: HTTP status 429");
    assertRefused(
        Map.of("GET /apikeys", found, "POST /usageplans/plan/keys", Answer.json(404, "{}")),
        "there is no usage plan 'plan' here");
    assertRefused(
        Map.of("GET /apikeys", found, "POST /usageplans/plan/keys", Answer.json(500, "{}")),
        "API Gateway refused adding the tenant to the usage plan: HTTP status 500");
  }

  private static void assertRefused(Map<String, Answer> answers, String sentence) {
    try (StubServer server = server(answers)) {
      assertThatThrownBy(() -> enrol(server))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(sentence);
    }
  }

  private static StubServer server(Map<String, Answer> answers) {
    return new StubServer(
        r -> answers.getOrDefault(r.method() + " " + r.path(), Answer.json(500, "{}")));
  }

  private static void enrol(StubServer server) throws IOException {
    try (ApiGatewayPlan plan = ApiGatewayPlan.of(AwsAccess.local(server.uri()), "plan")) {
      plan.enrol("keys", "acme");
    }
  }
}
