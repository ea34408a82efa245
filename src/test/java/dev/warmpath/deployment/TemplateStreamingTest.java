package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How answers leave what {@code template.yaml} deploys: in pieces or whole. */
final class TemplateStreamingTest {
  private static final String WRAPPER = "AWS_LAMBDA_EXEC_WRAPPER";
  private static final Map<String, String> SELF_CONTAINED = Map.of("Package", "self-contained");
  private static final String LAMBDA = "arn:aws:apigateway:eu-west-1:lambda:path/";
  private static final String STREAMED =
      "2021-11-15/functions/<RouterFunction.Arn>%s/response-streaming-invocations";

  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  @Test
  void streamsUnlessToldOtherwise() {
    // when
    Stack stack = deployed(Map.of());

    // then
    assertThat(stack.objections()).isEmpty();
    assertThat(function(stack))
        .containsEntry("Timeout", "500")
        .containsEntry("Runtime", "java25")
        .doesNotContainKey("SnapStart");
    assertThat(variables(stack)).containsEntry(WRAPPER, "/var/task/bootstrap-stream");
    assertThat(integrations(stack))
        .hasSize(6)
        .allSatisfy(
            integration ->
                assertThat(integration)
                    .containsEntry("responseTransferMode", "STREAM")
                    .containsEntry("timeoutInMillis", 900_000)
                    .containsEntry("uri", LAMBDA + STREAMED.formatted("")));
    assertThat(allowedToCall(stack)).containsExactly("<RouterFunction>");
  }

  @Test
  void answersWholeOnRequest() {
    // when
    Stack stack = deployed(Map.of("ResponseMode", "BUFFERED", "SnapStart", "on"));

    // then
    assertThat(function(stack))
        .containsEntry("Timeout", "28")
        .containsEntry("Handler", "dev.warmpath.lambda.RouterHandler")
        .doesNotContainKey("SnapStart");
    assertThat(variables(stack)).doesNotContainKey(WRAPPER);
    assertThat(integrations(stack))
        .hasSize(6)
        .allSatisfy(
            integration ->
                assertThat(integration)
                    .containsEntry("responseTransferMode", "BUFFERED")
                    .containsEntry("timeoutInMillis", 29_000)
                    .containsEntry(
                        "uri", LAMBDA + "2015-03-31/functions/<RouterFunction.Arn>/invocations"));
    assertThat(allowedToCall(stack)).containsExactly("<RouterFunction>");
  }

  @Test
  void callsThePublishedVersionWhereItHasASnapshot() {
    // when
    Stack stack = deployed(Map.of("SnapStart", "on"));

    // then
    assertThat(function(stack))
        .containsEntry("SnapStart", Map.of("ApplyOn", "PublishedVersions"))
        .containsEntry("AutoPublishAlias", "live")
        .containsEntry("AutoPublishAliasAllProperties", true);
    assertThat(integrations(stack))
        .allSatisfy(
            integration ->
                assertThat(integration).containsEntry("uri", LAMBDA + STREAMED.formatted(":live")));
    assertThat(allowedToCall(stack)).contains("<RouterFunction.Alias>");
  }

  @Test
  void startsTheSelfContainedPackageByItsOwnScript() {
    // when
    Stack stack = deployed(SELF_CONTAINED);

    // then
    assertThat(stack.objections()).isEmpty();
    assertThat(function(stack))
        .containsEntry("Runtime", "provided.al2023")
        .containsEntry("Timeout", "500")
        .doesNotContainKey("SnapStart");
    assertThat(variables(stack)).doesNotContainKey(WRAPPER);
    assertThat(integrations(stack))
        .allSatisfy(
            integration ->
                assertThat(integration).containsEntry("uri", LAMBDA + STREAMED.formatted("")));
  }

  @Test
  void leavesTheAuthorizerToTheManagedRuntime() {
    // when
    Map<String, Map<String, Object>> functions =
        deployed(Map.of("Package", "self-contained", "AuthMode", "KEYS"))
            .resources("AWS::Serverless::Function");

    // then
    assertThat(functions.get("AuthorizerFunction")).containsEntry("Runtime", "java25");
    assertThat(functions.get("RouterFunction")).containsEntry("Runtime", "provided.al2023");
  }

  @Test
  void refusesWhatTheSelfContainedPackageCannot() {
    // when
    Stack whole = deployed(Map.of("Package", "self-contained", "ResponseMode", "BUFFERED"));
    Stack snapshot = deployed(Map.of("Package", "self-contained", "SnapStart", "on"));

    // then
    assertThat(whole.objections()).singleElement().asString().contains("ResponseMode=STREAM");
    assertThat(function(whole)).containsEntry("Runtime", "java25");
    assertThat(snapshot.objections()).singleElement().asString().contains("SnapStart=off");
    assertThat(function(snapshot)).doesNotContainKey("SnapStart");
  }

  @Test
  void allowsStreamsOfTheEndpointsThatItAllowsCallsOf() {
    // when
    List<Object> actions =
        StackTemplate.list(deployed(Map.of()).resource("AWS::IAM::Role").get("Policies")).stream()
            .map(policy -> StackTemplate.map(StackTemplate.map(policy).get("PolicyDocument")))
            .flatMap(document -> StackTemplate.list(document.get("Statement")).stream())
            .map(statement -> StackTemplate.list(StackTemplate.map(statement).get("Action")))
            .filter(list -> list.contains("sagemaker:InvokeEndpoint"))
            .findFirst()
            .orElseThrow();

    // then
    assertThat(actions).contains("sagemaker:InvokeEndpointWithResponseStream");
  }

  @Test
  void measuresDurationAgainstTheTimeoutThatHolds() {
    assertThat(slowRequests(Map.of("StreamTimeoutSeconds", "600"))).contains("(10 * 600)");
    assertThat(slowRequests(Map.of("ResponseMode", "BUFFERED"))).contains("(10 * 28)");
  }

  private String slowRequests(Map<String, String> parameters) {
    return deployed(parameters)
        .resources("AWS::CloudWatch::Alarm")
        .getOrDefault("SlowRequestsAlarm", Map.of())
        .toString();
  }

  private Stack deployed(Map<String, String> parameters) {
    Map<String, String> all = new HashMap<>(parameters);
    all.put("EndpointName", "llama");
    return template.deployedWith(all);
  }

  private static Map<String, Object> function(Stack stack) {
    return stack.resource("AWS::Serverless::Function");
  }

  private static Map<String, Object> variables(Stack stack) {
    return StackTemplate.map(
        StackTemplate.map(function(stack).get("Environment")).get("Variables"));
  }

  private static List<Map<String, Object>> integrations(Stack stack) {
    Map<String, Object> definition =
        StackTemplate.map(stack.resource("AWS::Serverless::Api").get("DefinitionBody"));
    return StackTemplate.map(definition.get("paths")).values().stream()
        .flatMap(path -> StackTemplate.map(path).values().stream())
        .map(method -> StackTemplate.map(method).get("x-amazon-apigateway-integration"))
        .map(StackTemplate::map)
        .toList();
  }

  private static List<Object> allowedToCall(Stack stack) {
    return stack.resources("AWS::Lambda::Permission").values().stream()
        .map(permission -> permission.getOrDefault("FunctionName", ""))
        .toList();
  }
}
