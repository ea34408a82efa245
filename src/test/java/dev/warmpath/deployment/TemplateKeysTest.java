package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.warmpath.bootstrap.Setting;
import dev.warmpath.keys.BearerKey;
import dev.warmpath.lambda.AuthorizerHandler;
import dev.warmpath.local.GatewayRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The door with keys that {@code template.yaml} deploys, and what stays away without it. */
final class TemplateKeysTest {
  private static final Set<String> OF_KEYS =
      Set.of(
          "KeysTable",
          "AuthorizerFunction",
          "AuthorizerLog",
          "AuthorizerRole",
          "AuthorizerPermission",
          "KeyChecksFromMemory",
          "KeyChecksAlarm");

  private StackTemplate template = new StackTemplate(Map.of());
  private Stack stack = Stack.of(template, Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
    stack = template.deployedWith(Deployments.KEYS);
  }

  @Test
  void existsOnlyWhereItIsAskedFor() {
    // given
    Stack without = template.deployedWith(Deployments.SMALLEST);

    // then
    for (String name : OF_KEYS) {
      String type = StackTemplate.text(template.section("Resources").get(name), "Type");
      assertThat(stack.resources(type)).containsKey(name);
      assertThat(without.resources(type)).doesNotContainKey(name);
    }
    assertThat(stack.outputs())
        .containsKeys("KeysTableName", "UsagePlanId", "CreateKey")
        .doesNotContainKey("ApiKeyId");
    assertThat(without.outputs()).doesNotContainKeys("KeysTableName", "UsagePlanId", "CreateKey");
  }

  @Test
  void keepsTheTableWhateverHappensToTheStack() {
    // given
    Map<String, Object> resource =
        StackTemplate.map(template.section("Resources").get("KeysTable"));

    // then
    assertThat(resource)
        .containsEntry("DeletionPolicy", "Retain")
        .containsEntry("UpdateReplacePolicy", "Retain");
    assertThat(stack.resources("AWS::DynamoDB::Table").get("KeysTable"))
        .containsEntry("DeletionProtectionEnabled", true)
        .containsEntry("SSESpecification", Map.of("SSEEnabled", true))
        .containsEntry(
            "PointInTimeRecoverySpecification", Map.of("PointInTimeRecoveryEnabled", true))
        .containsEntry("KeySchema", List.of(Map.of("AttributeName", "pk", "KeyType", "HASH")))
        .doesNotContainKey("TimeToLiveSpecification");
  }

  @Test
  void letsTheAuthorizerReadOneKeyAtATimeAndTheRouterNone() {
    // when
    Map<String, Map<String, Object>> roles = stack.resources("AWS::IAM::Role");

    // then
    assertThat(roles).containsOnlyKeys("RouterRole", "AuthorizerRole");
    assertThat(statements(roles.getOrDefault("AuthorizerRole", Map.of())))
        .extracting(s -> s.get("Action"), s -> s.get("Resource"))
        .containsExactly(
            tuple("dynamodb:GetItem", "<KeysTable.Arn>"),
            tuple(List.of("logs:CreateLogStream", "logs:PutLogEvents"), "<AuthorizerLog.Arn>"));
    assertThat(roles.getOrDefault("RouterRole", Map.of()).toString()).doesNotContain("KeysTable");
  }

  @Test
  void asksTheAuthorizerOnceAMinuteAboutWhatHasTheFormOfAKey() {
    // given
    Map<String, Object> definition = definition();
    Map<String, Object> scheme =
        StackTemplate.map(
            StackTemplate.map(
                    StackTemplate.map(definition.get("components")).get("securitySchemes"))
                .get("bearer"));

    // then
    assertThat(scheme)
        .containsEntry("name", "Authorization")
        .containsEntry("in", "header")
        .containsEntry("x-amazon-apigateway-authtype", "custom");
    assertThat(StackTemplate.map(scheme.get("x-amazon-apigateway-authorizer")))
        .containsEntry("type", "token")
        .containsEntry("authorizerResultTtlInSeconds", 60)
        .containsEntry("identityValidationExpression", BearerKey.HEADER_PATTERN)
        .containsEntry(
            "authorizerUri",
            "arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/"
                + "<AuthorizerFunction.Arn>:live/invocations");
    assertThat(definition).containsEntry("x-amazon-apigateway-api-key-source", "AUTHORIZER");
  }

  @Test
  void closesEveryRouteByKeyAndPlan() {
    assertThat(StackTemplate.map(definition().get("paths")).values())
        .isNotEmpty()
        .allSatisfy(
            path ->
                assertThat(
                        StackTemplate.map(
                            StackTemplate.map(path).get("x-amazon-apigateway-any-method")))
                    .containsEntry(
                        "security",
                        List.of(Map.of("bearer", List.of()), Map.of("api_key", List.of()))));
  }

  @Test
  void boundsEachTenantByAPlanOfItsOwnRate() {
    assertThat(stack.resource("AWS::ApiGateway::UsagePlan"))
        .containsEntry("Throttle", Map.of("RateLimit", "20", "BurstLimit", "40"));
    assertThat(stack.resources("AWS::ApiGateway::ApiKey")).isEmpty();
    assertThat(template.deployedWith(Deployments.SMALLEST).resource("AWS::ApiGateway::UsagePlan"))
        .containsEntry("Throttle", Map.of("RateLimit", "100", "BurstLimit", "200"));
  }

  @Test
  void startsTheAuthorizerFromASnapshot() {
    // when
    Map<String, Object> function =
        stack.resources("AWS::Serverless::Function").getOrDefault("AuthorizerFunction", Map.of());

    // then
    assertThat(function)
        .containsEntry("Runtime", "java25")
        .containsEntry("Handler", AuthorizerHandler.class.getName())
        .containsEntry("SnapStart", Map.of("ApplyOn", "PublishedVersions"))
        .containsEntry("AutoPublishAlias", "live")
        .containsEntry(
            "Environment",
            Map.of("Variables", Map.of(Setting.KEYS_TABLE.variable(), "<KeysTable>")));
  }

  @ParameterizedTest
  @EnumSource(GatewayRefusal.class)
  void refusesAsTheLocalDoorDoes(GatewayRefusal refusal) {
    // when
    Map<String, Object> response =
        StackTemplate.map(
            StackTemplate.map(stack.resource("AWS::Serverless::Api").get("GatewayResponses"))
                .get(refusal.name()));

    // then
    assertThat(response).containsEntry("StatusCode", Integer.toString(refusal.status()));
    assertThat(StackTemplate.text(response.get("ResponseTemplates"), "application/json"))
        .isEqualTo(refusal.body());
  }

  @Test
  void filtersTheLineThatTheAuthorizerWrites() {
    // when
    String pattern = StackTemplate.text(stack.resource("AWS::Logs::MetricFilter"), "FilterPattern");

    // then
    assertThat(AuthorizerHandler.FROM_MEMORY).contains(pattern.replace("\"", ""));
  }

  @Test
  void alarmsWhereKeysAreNotCheckedAgainstTheTable() {
    // given
    String counted =
        StackTemplate.text(
            StackTemplate.list(
                    stack.resource("AWS::Logs::MetricFilter").get("MetricTransformations"))
                .getFirst(),
            "MetricName");

    // when
    Map<String, Object> alarm =
        stack.resources("AWS::CloudWatch::Alarm").getOrDefault("KeyChecksAlarm", Map.of());

    // then
    assertThat(StackTemplate.text(alarm, "AlarmDescription")).contains("First look");
    assertThat(alarm).containsEntry("TreatMissingData", "notBreaching");
    assertThat(StackTemplate.text(alarm, "Metrics"))
        .contains("MetricName=" + counted, "<AuthorizerFunction>", "FILL(memory, 0)");
  }

  private Map<String, Object> definition() {
    return StackTemplate.map(stack.resource("AWS::Serverless::Api").get("DefinitionBody"));
  }

  private static List<Map<String, Object>> statements(Map<String, Object> role) {
    return StackTemplate.list(role.get("Policies")).stream()
        .map(policy -> StackTemplate.map(StackTemplate.map(policy).get("PolicyDocument")))
        .flatMap(document -> StackTemplate.list(document.get("Statement")).stream())
        .map(StackTemplate::map)
        .toList();
  }
}
