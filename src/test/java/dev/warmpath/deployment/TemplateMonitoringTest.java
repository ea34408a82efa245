package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.aws.MetricName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The alarms and the dashboard that {@code template.yaml} deploys. */
final class TemplateMonitoringTest {
  /** The metrics that the function publishes under {Endpoint} and {Endpoint, Variant}. */
  private static final Set<String> KNOWN_METRICS =
      Stream.of(MetricName.values())
          .map(MetricName::published)
          .collect(Collectors.toUnmodifiableSet());

  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#all")
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
              assertThat(StackTemplate.text(alarm, "AlarmDescription"))
                  .containsIgnoringCase("first look");
              assertThat(alarm.containsKey("AlarmActions"))
                  .isEqualTo(parameters.containsKey("AlarmTopicArn"));
            });
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#all")
  void watchesOnlyMetricsThatExist(Map<String, String> parameters) {
    // when
    List<Map<String, Object>> metrics = alarmMetrics(template.deployedWith(parameters));
    List<Map<String, Object>> own =
        metrics.stream()
            .filter(metric -> Deployments.NAMESPACE.equals(metric.get("Namespace")))
            .toList();

    // then
    assertThat(own).hasSizeGreaterThanOrEqualTo(4);
    assertThat(own)
        .allSatisfy(
            metric -> {
              assertThat(KNOWN_METRICS).contains(StackTemplate.text(metric, "MetricName"));
              // Alarms cannot search, and only this set of dimensions has all variants in it.
              assertThat(metric.get("Dimensions"))
                  .isEqualTo(List.of(Map.of("Name", "Endpoint", "Value", "llama")));
            });
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#all")
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
              assertThat(
                      name.matcher(StackTemplate.text(returned.getFirst(), "Expression")).results())
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
    assertThat(StackTemplate.text(alarm, "Metrics"))
        .contains("Expression=IF(volume > 5000, rate, 100)", "MetricName=KVCacheHitRate");
    assertThat(alarm).containsEntry("ComparisonOperator", "LessThanThreshold");
  }

  @Test
  void measuresConcurrencyAgainstTheLimitThatHolds() {
    // when
    String shared = alarm(Deployments.SMALLEST, "ConcurrencyAlarm");
    String reserved = alarm(Deployments.EVERYTHING, "ConcurrencyAlarm");

    // then
    assertThat(shared)
        .contains("100 * used / 1000", "ClaimedAccountConcurrency")
        .doesNotContain("Dimensions");
    assertThat(reserved)
        .contains("100 * used / 20", "MetricName=ConcurrentExecutions", "<RouterFunction>");
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#all")
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
    String body = StackTemplate.text(stack.resource("AWS::CloudWatch::Dashboard"), "DashboardBody");
    List<String> searches = new ArrayList<>();
    for (Object widget : StackTemplate.list(JSON.std.mapFrom(body).get("widgets"))) {
      Map<String, Object> properties =
          StackTemplate.map(StackTemplate.map(widget).get("properties"));
      for (Object row : StackTemplate.list(properties.getOrDefault("metrics", List.of()))) {
        Object first = StackTemplate.list(row).getFirst();
        if (first instanceof Map<?, ?> search) {
          searches.add(StackTemplate.text(search, "expression"));
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
}
