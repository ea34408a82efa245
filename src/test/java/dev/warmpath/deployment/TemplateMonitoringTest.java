package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The alarms that {@code template.yaml} deploys. */
final class TemplateMonitoringTest {
  /** CloudWatch's limit for a description, in characters. */
  private static final int LONGEST_DESCRIPTION = 1024;

  private static final Pattern RUNBOOK =
      Pattern.compile("Runbook: docs/operations\\.md#([a-z-]+)$");

  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#behindEveryDoor")
  void staysSilentWithoutDataAndRingsWhereAsked(Map<String, String> parameters) {
    // when
    Map<String, Map<String, Object>> alarms = alarms(parameters);

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
              assertThat(alarm.containsKey("AlarmActions"))
                  .isEqualTo(parameters.containsKey("AlarmTopicArn"));
            });
  }

  @Test
  void saysWhatToDoAndHasARunbook() throws IOException {
    // given
    Set<String> linked = new HashSet<>();

    // when
    Deployments.behindEveryDoor()
        .flatMap(parameters -> alarms(parameters).values().stream())
        .map(alarm -> StackTemplate.text(alarm, "AlarmDescription"))
        .forEach(
            description -> {
              Matcher runbook = RUNBOOK.matcher(description);
              assertThat(description)
                  .contains("First look: ", "Action: ")
                  .hasSizeLessThanOrEqualTo(LONGEST_DESCRIPTION);
              assertThat(runbook.find()).as(description).isTrue();
              linked.add(runbook.group(1));
            });

    // then
    assertThat(runbooks()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(linked);
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#behindEveryDoor")
  void watchesOnlyMetricsThatExist(Map<String, String> parameters) {
    // when
    List<WatchedMetric> watched =
        metricStats(template.deployedWith(parameters)).stream().map(WatchedMetric::of).toList();

    // then
    assertThat(watched).hasSizeGreaterThan(10).allSatisfy(KnownMetrics::assertKnown);
  }

  @ParameterizedTest
  @CsvSource({"'qwen', 1", "'qwen,Yi', 2", "'qwen,Yi,phi-4', 3", "'qwen,Yi,phi-4,gpt', 4"})
  void watchesEachEndpointByAlarmsOfItsOwn(String names, int count) {
    // given
    List<String> endpoints = List.of(names.split(",", -1));

    // when
    Map<String, Map<String, Object>> alarms = alarms(Map.of("EndpointName", names));

    // then
    for (String kind : List.of("LowHitRateAlarm", "DegradedLookupsAlarm")) {
      List<Map<String, Object>> same =
          alarms.entrySet().stream()
              .filter(entry -> entry.getKey().startsWith(kind))
              .map(Map.Entry::getValue)
              .toList();
      assertThat(same).hasSize(count);
      for (int i = 0; i < count; i++) {
        assertThat(StackTemplate.text(same.get(i), "AlarmDescription"))
            .startsWith("Endpoint " + endpoints.get(i) + ":");
        assertThat(StackTemplate.text(same.get(i), "Metrics"))
            .contains("Value=" + endpoints.get(i) + "}");
        // Nothing but the name differs.
        assertThat(same.get(i).toString().replace(endpoints.get(i), endpoints.getFirst()))
            .isEqualTo(same.getFirst().toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#behindEveryDoor")
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

  private String alarm(Map<String, String> parameters, String name) {
    return template
        .deployedWith(parameters)
        .resources("AWS::CloudWatch::Alarm")
        .getOrDefault(name, Map.of())
        .toString();
  }

  private Map<String, Map<String, Object>> alarms(Map<String, String> parameters) {
    return template.deployedWith(parameters).resources("AWS::CloudWatch::Alarm");
  }

  private static List<Map<String, Object>> metricStats(Stack stack) {
    return stack.resources("AWS::CloudWatch::Alarm").values().stream()
        .flatMap(alarm -> StackTemplate.list(alarm.get("Metrics")).stream())
        .map(StackTemplate::map)
        .filter(query -> query.containsKey("MetricStat"))
        .map(query -> StackTemplate.map(query.get("MetricStat")))
        .toList();
  }

  /** What links to the runbooks of the page are called: their headings in lower case. */
  private static List<String> runbooks() throws IOException {
    String page = Files.readString(Path.of("docs/operations.md"));
    String section = page.replaceFirst("(?s)^.*\n## Alarms and runbooks\n", "");
    return Pattern.compile("(?m)^### (.*)$")
        .matcher(section.replaceFirst("(?s)\n## .*$", ""))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'))
        .toList();
  }
}
