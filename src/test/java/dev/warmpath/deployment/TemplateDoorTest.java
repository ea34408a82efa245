package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How callers get into what {@code template.yaml} deploys, and how they are refused. */
final class TemplateDoorTest {
  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  @ParameterizedTest
  @CsvSource({"API_KEY,api_key", "IAM,sigv4"})
  void closesEveryRoute(String mode, String scheme) {
    // when
    Stack stack = template.deployedWith(Map.of("EndpointName", "llama", "AuthMode", mode));

    // then
    assertThat(methods(stack).keySet())
        .contains(
            "/v1/chat/completions", "/v1/completions", "/invocations", "/ping", "/", "/{proxy+}");
    assertThat(methods(stack).values())
        .allSatisfy(
            method ->
                assertThat(method).containsEntry("security", List.of(Map.of(scheme, List.of()))));
  }

  @ParameterizedTest
  @CsvSource({"BUFFERED,TimeoutSeconds", "STREAM,StreamTimeoutSeconds"})
  void waitsAsLongAsTheFunctionMayRun(String mode, String parameter) {
    // given
    Object limit = template.section("Parameters").get(parameter);
    int longestMillis = 1000 * Integer.parseInt(StackTemplate.text(limit, "MaxValue"));

    // when
    Stack stack = template.deployedWith(Map.of("EndpointName", "llama", "ResponseMode", mode));

    // then
    assertThat(methods(stack).values())
        .allSatisfy(
            method -> {
              Object integration = method.get("x-amazon-apigateway-integration");
              assertThat(Integer.parseInt(StackTemplate.text(integration, "timeoutInMillis")))
                  .isGreaterThanOrEqualTo(longestMillis);
            });
  }

  @Test
  void knowsTheSchemesThatItsRoutesName() {
    // when
    Map<String, Object> schemes =
        StackTemplate.map(
            StackTemplate.map(
                    definition(template.deployedWith(Deployments.SMALLEST)).get("components"))
                .get("securitySchemes"));

    // then
    assertThat(schemes.get("api_key"))
        .isEqualTo(Map.of("type", "apiKey", "name", "x-api-key", "in", "header"));
    assertThat(StackTemplate.text(schemes.get("sigv4"), "x-amazon-apigateway-authtype"))
        .isEqualTo("awsSigv4");
  }

  @Test
  void makesAnApiKeyUnlessCallersSign() {
    // given
    Stack keyed = template.deployedWith(Deployments.SMALLEST);
    Stack signed = template.deployedWith(Deployments.EVERYTHING);

    // then
    for (String type : List.of("ApiKey", "UsagePlan", "UsagePlanKey")) {
      assertThat(keyed.resources("AWS::ApiGateway::" + type)).hasSize(1);
      assertThat(signed.resources("AWS::ApiGateway::" + type)).isEmpty();
    }
    assertThat(keyed.outputs()).containsKeys("ApiKeyId", "ShowApiKey", "BaseUrl");
    assertThat(signed.outputs()).containsKey("BaseUrl").doesNotContainKey("ApiKeyId");
  }

  @Test
  void changesTheDoorOfTheDeployedStageToo() {
    // when
    Map<String, Object> api =
        template.deployedWith(Deployments.SMALLEST).resource("AWS::Serverless::Api");

    // then
    assertThat(api)
        .containsEntry("AlwaysDeploy", true)
        .containsEntry("EndpointConfiguration", Map.of("Type", "REGIONAL"))
        .containsEntry("TracingEnabled", false);
  }

  @Test
  void logsNoRequestBodies() throws IOException {
    // given
    Map<String, Object> quiet =
        template.deployedWith(Deployments.SMALLEST).resource("AWS::Serverless::Api");
    Map<String, Object> api =
        template.deployedWith(Deployments.EVERYTHING).resource("AWS::Serverless::Api");

    // when
    String format = StackTemplate.text(api.get("AccessLogSetting"), "Format");
    Map<String, Object> line = JSON.std.mapFrom(format);

    // then
    assertThat(quiet).doesNotContainKey("AccessLogSetting");
    assertThat(line).containsKeys("requestId", "status", "path");
    assertThat(format).doesNotContain("$input", "header", "apiKey\"", "authorizer");
    assertThat(StackTemplate.list(api.get("MethodSettings")))
        .allSatisfy(
            settings ->
                assertThat(StackTemplate.map(settings))
                    .containsEntry("LoggingLevel", "OFF")
                    .containsEntry("DataTraceEnabled", false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UNAUTHORIZED",
        "ACCESS_DENIED",
        "INVALID_API_KEY",
        "THROTTLED",
        "QUOTA_EXCEEDED",
        "REQUEST_TOO_LARGE",
        "INTEGRATION_FAILURE",
        "INTEGRATION_TIMEOUT",
        "BAD_REQUEST_BODY",
        "MISSING_AUTHENTICATION_TOKEN",
        "DEFAULT_4XX",
        "DEFAULT_5XX"
      })
  void refusesInTheFormThatOpenAiClientsRead(String type) throws IOException {
    // given
    Map<String, Object> api =
        template.deployedWith(Deployments.SMALLEST).resource("AWS::Serverless::Api");
    Object response = StackTemplate.map(api.get("GatewayResponses")).get(type);

    // when
    String body =
        StackTemplate.text(StackTemplate.map(response).get("ResponseTemplates"), "application/json")
            // API Gateway puts this one in with its quotes and the other without.
            .replace("$context.error.messageString", "\"Why.\"")
            .replace("$context.error.responseType", "SOME_TYPE");
    Map<String, Object> error = StackTemplate.map(JSON.std.mapFrom(body).get("error"));

    // then
    assertThat(body).doesNotContain("$");
    assertThat(error).containsOnlyKeys("message", "type", "param", "code");
    assertThat(StackTemplate.text(error, "message")).endsWith(".");
    assertThat(StackTemplate.text(error, "type")).isNotBlank();
    assertThat(StackTemplate.text(error, "code")).isNotBlank();
  }

  private static Map<String, Object> definition(Stack stack) {
    return StackTemplate.map(stack.resource("AWS::Serverless::Api").get("DefinitionBody"));
  }

  /** Each path's one method, which takes any. */
  private static Map<String, Map<String, Object>> methods(Stack stack) {
    Map<String, Map<String, Object>> methods = new LinkedHashMap<>();
    StackTemplate.map(definition(stack).get("paths"))
        .forEach(
            (path, item) -> {
              assertThat(StackTemplate.map(item))
                  .containsOnlyKeys("x-amazon-apigateway-any-method");
              methods.put(
                  path,
                  StackTemplate.map(StackTemplate.map(item).get("x-amazon-apigateway-any-method")));
            });
    return methods;
  }
}
