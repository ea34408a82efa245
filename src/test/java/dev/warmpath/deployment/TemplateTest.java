package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.bootstrap.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code template.yaml} deploys, by its own conditions and functions: the function and its
 * data.
 */
final class TemplateTest {
  /** The variables that the function reads, with their defaults. */
  private static final Map<String, String> KNOWN_VARIABLES =
      Stream.of(Setting.values())
          .collect(Collectors.toUnmodifiableMap(Setting::variable, Setting::defaultValue));

  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  @Test
  void asksForTheEndpointOnly() {
    // when
    List<String> asked =
        template.section("Parameters").entrySet().stream()
            .filter(parameter -> !StackTemplate.map(parameter.getValue()).containsKey("Default"))
            .map(Map.Entry::getKey)
            .toList();

    // then
    assertThat(asked).containsExactly("EndpointName");
  }

  @Test
  void describesAndGroupsEveryParameter() {
    // given
    Map<String, Object> parameters = template.section("Parameters");

    // when
    Map<String, Object> forms =
        StackTemplate.map(template.section("Metadata").get("AWS::CloudFormation::Interface"));
    List<Object> grouped =
        StackTemplate.list(forms.get("ParameterGroups")).stream()
            .flatMap(g -> StackTemplate.list(StackTemplate.map(g).get("Parameters")).stream())
            .toList();

    // then
    assertThat(grouped).containsExactlyElementsOf(parameters.keySet());
    assertThat(parameters.values())
        .allSatisfy(
            parameter -> assertThat(StackTemplate.text(parameter, "Description")).isNotBlank());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llama|true",
        "Llama-70B-v2|true",
        "a,b,c,d|true",
        "a,b,c,d,e|false",
        "a, b|false",
        "a,|false",
        "-a|false",
        "a*|false",
        "arn:aws:sagemaker:eu-west-1:123456789012:endpoint/a|false"
      })
  void takesOneToFourEndpointNames(String name, boolean taken) {
    // given
    Object parameter = template.section("Parameters").get("EndpointName");

    // when
    boolean matches = Pattern.matches(StackTemplate.text(parameter, "AllowedPattern"), name);

    // then
    assertThat(matches).isEqualTo(taken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ModelName|default|true",
        "ModelName|org/llama-3:70b,sql|true",
        "ModelName|llama=chat-a,chat-b;bge=embed|true",
        "ModelName|llama=chat-a/blue,chat-b/ic:llama|true",
        "ModelName|llama=|false",
        "ModelName|llama=chat-a;|false",
        "ModelName|a, b|false",
        "EngineModelName||true",
        "EngineModelName|sql-lora|true",
        "EngineModelName|sql=sql-lora;llama=|true",
        "EngineModelName|sql=a,b|false"
      })
  void takesModelsInTheFormsThatTheFunctionReads(
      String parameter, @Nullable String value, boolean taken) {
    // given
    Object models = template.section("Parameters").get(parameter);

    // when
    boolean matches =
        Pattern.matches(
            StackTemplate.text(models, "AllowedPattern"), Objects.requireNonNullElse(value, ""));

    // then
    assertThat(matches).isEqualTo(taken);
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#all")
  void passesOnlyVariablesThatTheFunctionReads(Map<String, String> parameters) {
    // when
    Map<String, Object> variables = variables(template.deployedWith(parameters));

    // then
    assertThat(KNOWN_VARIABLES.keySet()).containsAll(variables.keySet());
    assertThat(variables)
        .containsEntry("WARMPATH_ENDPOINTS", parameters.get("EndpointName"))
        .containsEntry("WARMPATH_TABLE", "<AffinityTable>")
        .containsEntry("WARMPATH_HASH_SALT", "{{resolve:secretsmanager:<HashSalt>:SecretString}}")
        .doesNotContainKey("WARMPATH_NAMESPACE");
  }

  @Test
  void passesTheDefaultsOfTheFunctionWhereNobodyChose() {
    // given
    Set<String> ofThisStack = Set.of("WARMPATH_ENDPOINTS", "WARMPATH_TABLE", "WARMPATH_HASH_SALT");

    // when
    Map<String, Object> variables = variables(template.deployedWith(Deployments.SMALLEST));
    variables.keySet().removeAll(ofThisStack);

    // then
    assertThat(variables).isNotEmpty();
    assertThat(KNOWN_VARIABLES).containsAllEntriesOf(strings(variables));
  }

  @Test
  void runsTheHandlerOnTheManagedRuntime() {
    // when
    Map<String, Object> function =
        template.deployedWith(Deployments.SMALLEST).resource("AWS::Serverless::Function");

    // then
    assertThat(function)
        .containsEntry("Runtime", "java25")
        .containsEntry("Handler", "dev.warmpath.lambda.RouterHandler")
        .containsEntry("Architectures", List.of("x86_64"))
        .containsEntry("LoggingConfig", Map.of("LogFormat", "JSON", "LogGroup", "<RouterLog>"))
        .doesNotContainKeys("ReservedConcurrentExecutions", "Policies");
  }

  @Test
  void reservesConcurrencyOnRequest() {
    // when
    Map<String, Object> function =
        template.deployedWith(Deployments.EVERYTHING).resource("AWS::Serverless::Function");

    // then
    assertThat(function).containsEntry("ReservedConcurrentExecutions", "20");
  }

  @Test
  void expiresAndEncryptsTheTable() {
    // when
    Map<String, Object> table =
        template.deployedWith(Deployments.SMALLEST).resource("AWS::DynamoDB::Table");

    // then
    assertThat(table)
        .containsEntry("BillingMode", "PAY_PER_REQUEST")
        .containsEntry("KeySchema", List.of(Map.of("AttributeName", "pk", "KeyType", "HASH")))
        .containsEntry("TimeToLiveSpecification", Map.of("AttributeName", "ttl", "Enabled", true))
        .containsEntry("SSESpecification", Map.of("SSEEnabled", true));
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#all")
  void keepsNoLogForEver(Map<String, String> parameters) {
    // when
    Map<String, Map<String, Object>> groups =
        template.deployedWith(parameters).resources("AWS::Logs::LogGroup");

    // then
    assertThat(groups).isNotEmpty();
    assertThat(groups.values())
        .allSatisfy(group -> assertThat(group).containsEntry("RetentionInDays", "30"));
  }

  /** What the function is told, without what Lambda is told by the same way. */
  private static Map<String, Object> variables(Stack stack) {
    Map<String, Object> function = stack.resource("AWS::Serverless::Function");
    Map<String, Object> variables =
        StackTemplate.map(StackTemplate.map(function.get("Environment")).get("Variables"));
    variables.remove("AWS_LAMBDA_EXEC_WRAPPER");
    return variables;
  }

  private static Map<String, String> strings(Map<String, Object> values) {
    return values.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toString()));
  }
}
