package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code template.yaml} allows the function to do. */
final class TemplatePermissionsTest {
  /** Actions that take no resource; of the second the namespace is bounded by a condition. */
  private static final Set<String> ACTIONS_WITHOUT_RESOURCE =
      Set.of("sagemaker:ListInferenceComponents", "cloudwatch:PutMetricData");

  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#all")
  void allowsTheFunctionNothingThatItDoesNotDo(Map<String, String> parameters) {
    // given
    Map<String, Object> role = template.deployedWith(parameters).resource("AWS::IAM::Role");

    // when
    List<Map<String, Object>> statements = statements(role);

    // then
    assertThat(role).doesNotContainKey("ManagedPolicyArns");
    assertThat(statements).isNotEmpty();
    for (Map<String, Object> statement : statements) {
      List<Object> actions = StackTemplate.list(statement.get("Action"));
      assertThat(actions).allSatisfy(action -> assertThat((String) action).doesNotContain("*"));
      for (Object resource : StackTemplate.list(statement.get("Resource"))) {
        if (resource.equals("*")) {
          assertThat(actions).isSubsetOf(ACTIONS_WITHOUT_RESOURCE);
        } else if (resource.toString().contains("*")) {
          // Components come and go with autoscaling and deployments, so no name is known.
          assertThat(resource.toString())
              .isEqualTo("arn:aws:sagemaker:eu-west-1:123456789012:inference-component/*");
        }
      }
    }
  }

  @Test
  void boundsMetricsByTheirNamespace() {
    // when
    Map<String, Object> metrics = statement(Deployments.SMALLEST, "cloudwatch:PutMetricData");

    // then
    assertThat(metrics)
        .containsEntry(
            "Condition",
            Map.of("StringEquals", Map.of("cloudwatch:namespace", Deployments.NAMESPACE)));
  }

  @Test
  void allowsNoMetricsCallWhenMetricsAreLogLines() {
    // when
    List<Map<String, Object>> statements =
        statements(template.deployedWith(Deployments.EVERYTHING).resource("AWS::IAM::Role"));

    // then
    assertThat(statements)
        .noneSatisfy(
            statement ->
                assertThat(StackTemplate.list(statement.get("Action")))
                    .contains("cloudwatch:PutMetricData"));
  }

  @Test
  void allowsTheNamedEndpointsOnly() {
    // given
    String endpoints = "arn:aws:sagemaker:eu-west-1:123456789012:endpoint/";

    // when
    List<Object> one =
        StackTemplate.list(
            statement(Deployments.SMALLEST, "sagemaker:InvokeEndpoint").get("Resource"));
    List<Object> two =
        StackTemplate.list(
            statement(Deployments.EVERYTHING, "sagemaker:InvokeEndpoint").get("Resource"));

    // then
    assertThat(one).hasSize(2).contains(endpoints + "llama");
    // By the names of their ARNs, which are in lower case whatever the endpoint is called.
    assertThat(two).hasSize(3).contains(endpoints + "llama", endpoints + "mistral-7b");
  }

  private Map<String, Object> statement(Map<String, String> parameters, String action) {
    return statements(template.deployedWith(parameters).resource("AWS::IAM::Role")).stream()
        .filter(statement -> StackTemplate.list(statement.get("Action")).contains(action))
        .findFirst()
        .orElseThrow();
  }

  private static List<Map<String, Object>> statements(Map<String, Object> role) {
    return StackTemplate.list(role.get("Policies")).stream()
        .map(policy -> StackTemplate.map(StackTemplate.map(policy).get("PolicyDocument")))
        .flatMap(document -> StackTemplate.list(document.get("Statement")).stream())
        .map(StackTemplate::map)
        .toList();
  }
}
