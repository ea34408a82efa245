package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboard that {@code template.yaml} deploys. */
final class TemplateDashboardTest {
  /** CloudWatch's grid. */
  private static final int COLUMNS = 24;

  /** The longest search that CloudWatch takes, in characters. */
  private static final int LONGEST_SEARCH = 1024;

  private static final Pattern SEARCH = Pattern.compile("SEARCH\\('([^']*)'");
  private static final Pattern IDENTIFIER = Pattern.compile("\\b[a-z]\\w*");

  private StackTemplate template = new StackTemplate(Map.of());

  @BeforeEach
  void read() throws IOException {
    template = StackTemplate.read(Path.of("template.yaml"));
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#behindEveryDoor")
  void drawsOnlyMetricsThatExistByStatisticsThatTellSomething(Map<String, String> parameters)
      throws IOException {
    // when
    List<WatchedMetric> drawn = drawn(parameters);

    // then
    assertThat(drawn).hasSizeGreaterThan(50).allSatisfy(KnownMetrics::assertKnown);
  }

  @Test
  void drawsEveryMetricThatTheCodePublishes() throws IOException {
    // when
    Set<String> drawn =
        drawn(Deployments.SMALLEST).stream().map(WatchedMetric::name).collect(Collectors.toSet());

    // then
    assertThat(drawn).containsAll(KnownMetrics.names());
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#behindEveryDoor")
  void looksAtAllEndpointsOfTheStackAndAtNoOther(Map<String, String> parameters)
      throws IOException {
    // given
    Set<String> endpoints = Set.of(parameters.getOrDefault("EndpointName", "").split(",", -1));

    // when
    List<Set<String>> searched =
        expressions(parameters).stream()
            .flatMap(expression -> WatchedMetric.valuesIn(expression).stream())
            .toList();

    // then
    assertThat(searched).isNotEmpty().allSatisfy(s -> assertThat(s).isEqualTo(endpoints));
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#behindEveryDoor")
  void computesFromWhatTheSameWidgetHas(Map<String, String> parameters) throws IOException {
    for (Map<String, Object> widget : widgets(parameters, "metric")) {
      // when
      List<Map<String, Object>> rows = expressionRows(widget);
      List<String> ids = rows.stream().map(row -> StackTemplate.text(row, "id")).toList();

      // then
      assertThat(ids).doesNotHaveDuplicates();
      for (Map<String, Object> row : rows) {
        String math = WatchedMetric.withoutSearches(StackTemplate.text(row, "expression"));
        assertThat(math).doesNotContain("SEARCH");
        assertThat(IDENTIFIER.matcher(math).results().map(match -> match.group()).toList())
            .isSubsetOf(ids);
      }
    }
  }

  @Test
  void staysWithinTheLongestSearchForTheLongestNames() throws IOException {
    // given
    String names =
        IntStream.range(0, 4).mapToObj(i -> i + "x".repeat(62)).collect(Collectors.joining(","));

    // when
    List<String> searches =
        expressions(Map.of("EndpointName", names)).stream()
            .flatMap(e -> SEARCH.matcher(e).results().map(match -> match.group(1)))
            .toList();

    // then
    assertThat(searches)
        .isNotEmpty()
        .allSatisfy(search -> assertThat(search.length()).isLessThanOrEqualTo(LONGEST_SEARCH));
  }

  @Test
  void saysWhoseLineItIsWhereThereAreSeveralEndpoints() throws IOException {
    assertThat(labels(Deployments.EVERYTHING)).contains("p99 ${PROP('Dim.Endpoint')}");
    assertThat(labels(Deployments.SMALLEST)).contains("p99", "${PROP('MetricName')}");
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.deployment.Deployments#behindEveryDoor")
  void showsEveryAlarmOfTheStack(Map<String, String> parameters) throws IOException {
    // given
    Stack stack = template.deployedWith(parameters);

    // when
    List<Object> shown =
        widgets(parameters, "alarm").stream()
            .flatMap(w -> StackTemplate.list(properties(w).get("alarms")).stream())
            .toList();

    // then
    assertThat(shown)
        .containsExactlyInAnyOrderElementsOf(
            stack.resources("AWS::CloudWatch::Alarm").keySet().stream()
                .map(name -> "<" + name + ".Arn>")
                .toList());
  }

  @Test
  void fillsTheGridWithoutOverlap() throws IOException {
    // given
    Set<List<Integer>> taken = new HashSet<>();
    int cells = 0;

    // when
    for (Map<String, Object> widget : widgets(Deployments.SMALLEST)) {
      int left = number(widget, "x");
      int top = number(widget, "y");
      assertThat(left + number(widget, "width")).isLessThanOrEqualTo(COLUMNS);
      for (int x = left; x < left + number(widget, "width"); x++) {
        for (int y = top; y < top + number(widget, "height"); y++) {
          taken.add(List.of(x, y));
          cells++;
        }
      }
    }

    // then
    int height = taken.stream().mapToInt(cell -> cell.get(1) + 1).max().orElse(0);
    assertThat(cells).isEqualTo(taken.size()).isEqualTo(COLUMNS * height);
  }

  @Test
  void readsHitRatesInTheTextBesideThem() throws IOException {
    // when
    List<Map<String, Object>> texts = widgets(Deployments.SMALLEST, "text");

    // then
    assertThat(texts)
        .singleElement()
        .satisfies(
            text ->
                assertThat(StackTemplate.text(properties(text), "markdown"))
                    .contains("Available", "Routed", "KVCacheHitRate", "PredictedHitRate")
                    .contains("*traffic*", "*routing*", "*eviction*"));
  }

  private List<WatchedMetric> drawn(Map<String, String> parameters) throws IOException {
    List<WatchedMetric> drawn = new ArrayList<>();
    expressions(parameters).forEach(e -> drawn.addAll(WatchedMetric.searchedBy(e)));
    for (Map<String, Object> widget : widgets(parameters, "metric")) {
      rows(widget).filter(row -> row.size() > 1).map(WatchedMetric::of).forEach(drawn::add);
    }
    return drawn;
  }

  private List<String> expressions(Map<String, String> parameters) throws IOException {
    return widgets(parameters, "metric").stream()
        .flatMap(widget -> expressionRows(widget).stream())
        .map(row -> StackTemplate.text(row, "expression"))
        .toList();
  }

  private List<Object> labels(Map<String, String> parameters) throws IOException {
    return widgets(parameters, "metric").stream()
        .flatMap(widget -> expressionRows(widget).stream())
        .map(row -> row.getOrDefault("label", ""))
        .toList();
  }

  private static List<Map<String, Object>> expressionRows(Map<String, Object> widget) {
    return rows(widget)
        .filter(row -> row.size() == 1)
        .map(row -> StackTemplate.map(row.getFirst()))
        .toList();
  }

  private static Stream<List<Object>> rows(Map<String, Object> widget) {
    return StackTemplate.list(properties(widget).get("metrics")).stream().map(StackTemplate::list);
  }

  private static Map<String, Object> properties(Map<String, Object> widget) {
    return StackTemplate.map(widget.get("properties"));
  }

  private List<Map<String, Object>> widgets(Map<String, String> parameters, String type)
      throws IOException {
    return widgets(parameters).stream().filter(w -> type.equals(w.get("type"))).toList();
  }

  private List<Map<String, Object>> widgets(Map<String, String> parameters) throws IOException {
    String body =
        StackTemplate.text(
            template.deployedWith(parameters).resource("AWS::CloudWatch::Dashboard"),
            "DashboardBody");
    return StackTemplate.list(JSON.std.mapFrom(body).get("widgets")).stream()
        .map(StackTemplate::map)
        .toList();
  }

  private static int number(Map<String, Object> widget, String key) {
    return Integer.parseInt(StackTemplate.text(widget, key));
  }
}
