package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.bootstrap.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code template.yaml} deploys, by its own conditions and functions. */
class TemplateTest {

  /** The variables that the function reads, with their defaults. */
  private static final Map<String, String> KNOWN_VARIABLES =
      Stream.of(Setting.values())
          .collect(Collectors.toUnmodifiableMap(Setting::variable, Setting::defaultValue));

  /** The metrics that the function publishes under {Endpoint} and {Endpoint, Variant}. */
  private static final Set<String> KNOWN_METRICS =
      Set.of(
          ("KVCacheHitRate PredictedHitRate RoutedHitRate AvailableHitRate PromptTokens"
                  + " CachedTokens RoutedTokens AvailableTokens OutputTokens RoutingOverhead"
                  + " EngineTime Requests Answered EngineFaults EngineBackpressure EngineTimeouts"
                  + " CallerErrors Misconfigured NoTarget DecisionWarm DecisionSpilled DecisionNew"
                  + " DecisionLoad DecisionFallback DecisionTurn DegradedLookups DegradedCold"
                  + " DegradedThrottled DegradedTimeout DegradedDenied DegradedFailed ClaimsWon"
                  + " ClaimsLost ClaimsUnknown UnkeyedRequests LoadSkew TableReadUnits"
                  + " TableWriteUnits LostWrites UnreadableRows UnknownFleet VariantMismatches"
                  + " DroppedMetrics UnsettledWork")
              .split(" "));

  /** The function's default namespace, which the template therefore does not pass. */
  private static final String NAMESPACE = Setting.NAMESPACE.defaultValue();

  /** Actions that take no resource; of the second the namespace is bounded by a condition. */
  private static final Set<String> ACTIONS_WITHOUT_RESOURCE =
      Set.of("sagemaker:ListInferenceComponents", "cloudwatch:PutMetricData");

  private static final Map<String, String> SMALLEST = Map.of("EndpointName", "llama");
  private static final Map<String, String> EVERYTHING =
      Map.ofEntries(
          Map.entry("EndpointName", "llama,Mistral-7B"),
          Map.entry("EndpointArnName", "llama,mistral-7b"),
          Map.entry("AuthMode", "IAM"),
          Map.entry("ReservedConcurrency", "20"),
          Map.entry("AccessLog", "ON"),
          Map.entry("MetricsMode", "emf"),
          Map.entry("AlarmTopicArn", "arn:aws:sns:eu-west-1:123456789012:pages"));

  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  static Stream<Map<String, String>> deployments() {
    return Stream.of(SMALLEST, EVERYTHING);
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
        .allSatisfy(parameter -> assertThat(text(parameter, "Description")).isNotBlank());
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
    boolean matches = Pattern.matches(text(parameter, "AllowedPattern"), name);

    // then
    assertThat(matches).isEqualTo(taken);
  }

  @ParameterizedTest
  @MethodSource("deployments")
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
    Map<String, Object> variables = variables(template.deployedWith(SMALLEST));
    variables.keySet().removeAll(ofThisStack);

    // then
    assertThat(variables).isNotEmpty();
    assertThat(KNOWN_VARIABLES).containsAllEntriesOf(strings(variables));
  }

  @Test
  void runsTheHandlerWithinTheLimitOfTheApi() {
    // given
    Map<String, Object> limit =
        StackTemplate.map(template.section("Parameters").get("TimeoutSeconds"));

    // when
    Stack stack = template.deployedWith(SMALLEST);
    Map<String, Object> function = stack.resource("AWS::Serverless::Function");

    // then
    assertThat(function)
        .containsEntry("Runtime", "java25")
        .containsEntry("Handler", "dev.warmpath.lambda.RouterHandler")
        .containsEntry("Architectures", List.of("x86_64"))
        .containsEntry("LoggingConfig", Map.of("LogFormat", "JSON", "LogGroup", "<RouterLog>"))
        .doesNotContainKeys("ReservedConcurrentExecutions", "Policies");
    assertThat(methods(stack).values())
        .allSatisfy(
            method -> {
              Object integration = method.get("x-amazon-apigateway-integration");
              assertThat(Integer.parseInt(text(integration, "timeoutInMillis")))
                  .isGreaterThan(1000 * Integer.parseInt(text(limit, "MaxValue")));
            });
  }

  @Test
  void reservesConcurrencyOnRequest() {
    // when
    Map<String, Object> function =
        template.deployedWith(EVERYTHING).resource("AWS::Serverless::Function");

    // then
    assertThat(function).containsEntry("ReservedConcurrentExecutions", "20");
  }

  @Test
  void expiresAndEncryptsTheTable() {
    // when
    Map<String, Object> table = template.deployedWith(SMALLEST).resource("AWS::DynamoDB::Table");

    // then
    assertThat(table)
        .containsEntry("BillingMode", "PAY_PER_REQUEST")
        .containsEntry("KeySchema", List.of(Map.of("AttributeName", "pk", "KeyType", "HASH")))
        .containsEntry("TimeToLiveSpecification", Map.of("AttributeName", "ttl", "Enabled", true))
        .containsEntry("SSESpecification", Map.of("SSEEnabled", true));
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

  @Test
  void knowsTheSchemesThatItsRoutesName() {
    // when
    Map<String, Object> schemes =
        StackTemplate.map(
            StackTemplate.map(definition(template.deployedWith(SMALLEST)).get("components"))
                .get("securitySchemes"));

    // then
    assertThat(schemes.get("api_key"))
        .isEqualTo(Map.of("type", "apiKey", "name", "x-api-key", "in", "header"));
    assertThat(text(schemes.get("sigv4"), "x-amazon-apigateway-authtype")).isEqualTo("awsSigv4");
  }

  @Test
  void makesAnApiKeyUnlessCallersSign() {
    // given
    Stack keyed = template.deployedWith(SMALLEST);
    Stack signed = template.deployedWith(EVERYTHING);

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
    Map<String, Object> api = template.deployedWith(SMALLEST).resource("AWS::Serverless::Api");

    // then
    assertThat(api)
        .containsEntry("AlwaysDeploy", true)
        .containsEntry("EndpointConfiguration", Map.of("Type", "REGIONAL"))
        .containsEntry("TracingEnabled", false);
  }

  @Test
  void logsNoRequestBodies() throws IOException {
    // given
    Map<String, Object> quiet = template.deployedWith(SMALLEST).resource("AWS::Serverless::Api");
    Map<String, Object> api = template.deployedWith(EVERYTHING).resource("AWS::Serverless::Api");

    // when
    String format = text(api.get("AccessLogSetting"), "Format");
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
  @MethodSource("deployments")
  void keepsNoLogForEver(Map<String, String> parameters) {
    // when
    Map<String, Map<String, Object>> groups =
        template.deployedWith(parameters).resources("AWS::Logs::LogGroup");

    // then
    assertThat(groups).isNotEmpty();
    assertThat(groups.values())
        .allSatisfy(group -> assertThat(group).containsEntry("RetentionInDays", "30"));
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
    Map<String, Object> api = template.deployedWith(SMALLEST).resource("AWS::Serverless::Api");
    Object response = StackTemplate.map(api.get("GatewayResponses")).get(type);

    // when
    String body =
        text(StackTemplate.map(response).get("ResponseTemplates"), "application/json")
            // API Gateway puts this one in with its quotes and the other without.
            .replace("$context.error.messageString", "\"Why.\"")
            .replace("$context.error.responseType", "SOME_TYPE");
    Map<String, Object> error = StackTemplate.map(JSON.std.mapFrom(body).get("error"));

    // then
    assertThat(body).doesNotContain("$");
    assertThat(error).containsOnlyKeys("message", "type", "param", "code");
    assertThat(text(error, "message")).endsWith(".");
    assertThat(text(error, "type")).isNotBlank();
    assertThat(text(error, "code")).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("deployments")
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
    Map<String, Object> metrics = statement(SMALLEST, "cloudwatch:PutMetricData");

    // then
    assertThat(metrics)
        .containsEntry(
            "Condition", Map.of("StringEquals", Map.of("cloudwatch:namespace", NAMESPACE)));
  }

  @Test
  void allowsNoMetricsCallWhenMetricsAreLogLines() {
    // when
    List<Map<String, Object>> statements =
        statements(template.deployedWith(EVERYTHING).resource("AWS::IAM::Role"));

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
        StackTemplate.list(statement(SMALLEST, "sagemaker:InvokeEndpoint").get("Resource"));
    List<Object> two =
        StackTemplate.list(statement(EVERYTHING, "sagemaker:InvokeEndpoint").get("Resource"));

    // then
    assertThat(one).hasSize(2).contains(endpoints + "llama");
    // By the names of their ARNs, which are in lower case whatever the endpoint is called.
    assertThat(two).hasSize(3).contains(endpoints + "llama", endpoints + "mistral-7b");
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void staysSilentWithoutDataAndSaysWhatToDo(Map<String, String> parameters) {
    // when
    Map<String, Map<String, Object>> alarms =
        template.deployedWith(parameters).resources("AWS::CloudWatch::Alarm");

    // then
    assertThat(alarms)
        .containsKeys(
            "LowHitRateAlarm",
            "ServerErrorsAlarm",
            "DegradedLookupsAlarm",
            "TableThrottlesAlarm",
            "ConcurrencyAlarm");
    assertThat(alarms.values())
        .allSatisfy(
            alarm -> {
              assertThat(alarm).containsEntry("TreatMissingData", "notBreaching");
              assertThat(text(alarm, "AlarmDescription")).containsIgnoringCase("first look");
              assertThat(alarm.containsKey("AlarmActions"))
                  .isEqualTo(parameters.containsKey("AlarmTopicArn"));
            });
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void watchesOnlyMetricsThatExist(Map<String, String> parameters) {
    // when
    List<Map<String, Object>> metrics = alarmMetrics(template.deployedWith(parameters));
    List<Map<String, Object>> own =
        metrics.stream().filter(metric -> NAMESPACE.equals(metric.get("Namespace"))).toList();

    // then
    assertThat(own).hasSizeGreaterThanOrEqualTo(4);
    assertThat(own)
        .allSatisfy(
            metric -> {
              assertThat(KNOWN_METRICS).contains(text(metric, "MetricName"));
              // Alarms cannot search, and only this set of dimensions has all variants in it.
              assertThat(metric.get("Dimensions"))
                  .isEqualTo(List.of(Map.of("Name", "Endpoint", "Value", "llama")));
            });
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void returnsOneSeriesPerAlarmMadeOfItsOwnMetrics(Map<String, String> parameters) {
    // given
    Pattern name = Pattern.compile("\\b[a-z]\\w*");

    // when
    Map<String, Map<String, Object>> alarms =
        template.deployedWith(parameters).resources("AWS::CloudWatch::Alarm");

    // then
    assertThat(alarms.values())
        .allSatisfy(
            alarm -> {
              List<Map<String, Object>> queries =
                  StackTemplate.list(alarm.get("Metrics")).stream()
                      .map(StackTemplate::map)
                      .toList();
              List<Map<String, Object>> returned =
                  queries.stream()
                      .filter(query -> Boolean.TRUE.equals(query.get("ReturnData")))
                      .toList();
              assertThat(returned).hasSize(1);
              assertThat(name.matcher(text(returned.getFirst(), "Expression")).results())
                  .isNotEmpty()
                  .allSatisfy(
                      match ->
                          assertThat(queries)
                              .extracting(query -> query.get("Id"))
                              .contains(match.group()));
            });
  }

  @Test
  void keepsTheHitRateAlarmQuietAtLowVolume() {
    // when
    Map<String, Object> alarm =
        template
            .deployedWith(Map.of("EndpointName", "llama", "HitRateVolume", "5000"))
            .resources("AWS::CloudWatch::Alarm")
            .getOrDefault("LowHitRateAlarm", Map.of());

    // then
    assertThat(text(alarm, "Metrics"))
        .contains("Expression=IF(volume > 5000, rate, 100)", "MetricName=KVCacheHitRate");
    assertThat(alarm).containsEntry("ComparisonOperator", "LessThanThreshold");
  }

  @Test
  void measuresConcurrencyAgainstTheLimitThatHolds() {
    // when
    String shared = alarm(SMALLEST, "ConcurrencyAlarm");
    String reserved = alarm(EVERYTHING, "ConcurrencyAlarm");

    // then
    assertThat(shared)
        .contains("100 * used / 1000", "ClaimedAccountConcurrency")
        .doesNotContain("Dimensions");
    assertThat(reserved)
        .contains("100 * used / 20", "MetricName=ConcurrentExecutions", "<RouterFunction>");
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void drawsOnlyMetricsThatExist(Map<String, String> parameters) throws IOException {
    // given
    String endpoints =
        "Endpoint=(\""
            + parameters.getOrDefault("EndpointName", "").replace(",", "\" OR \"")
            + "\")";

    // when
    List<String> searches = searches(template.deployedWith(parameters));
    List<String> drawn = new ArrayList<>();
    for (String search : searches) {
      String names = search.replaceFirst("^.*MetricName=\\(", "").replaceFirst("\\).*$", "");
      drawn.addAll(List.of(names.replace("\"", "").split(" OR ")));
    }

    // then
    assertThat(searches).allSatisfy(search -> assertThat(search).contains(endpoints));
    assertThat(drawn)
        .contains("KVCacheHitRate")
        .allSatisfy(m -> assertThat(KNOWN_METRICS).contains(m));
    assertThat(drawn).containsAll(KNOWN_METRICS);
  }

  private static List<String> searches(Stack stack) throws IOException {
    String body = text(stack.resource("AWS::CloudWatch::Dashboard"), "DashboardBody");
    List<String> searches = new ArrayList<>();
    for (Object widget : StackTemplate.list(JSON.std.mapFrom(body).get("widgets"))) {
      Map<String, Object> properties =
          StackTemplate.map(StackTemplate.map(widget).get("properties"));
      for (Object row : StackTemplate.list(properties.getOrDefault("metrics", List.of()))) {
        Object first = StackTemplate.list(row).getFirst();
        if (first instanceof Map<?, ?> search) {
          searches.add(text(search, "expression"));
        } else {
          assertThat(first.toString()).startsWith("AWS/");
        }
      }
    }
    return searches;
  }

  private String alarm(Map<String, String> parameters, String name) {
    return template
        .deployedWith(parameters)
        .resources("AWS::CloudWatch::Alarm")
        .getOrDefault(name, Map.of())
        .toString();
  }

  private static List<Map<String, Object>> alarmMetrics(Stack stack) {
    return stack.resources("AWS::CloudWatch::Alarm").values().stream()
        .flatMap(alarm -> StackTemplate.list(alarm.get("Metrics")).stream())
        .map(StackTemplate::map)
        .filter(query -> query.containsKey("MetricStat"))
        .map(query -> StackTemplate.map(StackTemplate.map(query.get("MetricStat")).get("Metric")))
        .toList();
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

  private static Map<String, Object> variables(Stack stack) {
    Map<String, Object> function = stack.resource("AWS::Serverless::Function");
    return StackTemplate.map(StackTemplate.map(function.get("Environment")).get("Variables"));
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

  private static Map<String, String> strings(Map<String, Object> values) {
    return values.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toString()));
  }

  private static String text(@Nullable Object holder, String key) {
    Object value = StackTemplate.map(holder).get(key);
    return Objects.requireNonNull(value, () -> "there is no " + key).toString();
  }
}
