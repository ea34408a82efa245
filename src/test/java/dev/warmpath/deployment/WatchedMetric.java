package dev.warmpath.deployment;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A metric that an alarm or a widget asks CloudWatch for.
 *
 * @param namespace CloudWatch's namespace
 * @param dimensions the names of its dimensions
 * @param name its name
 * @param statistic how its samples are summed up
 */
record WatchedMetric(String namespace, Set<String> dimensions, String name, String statistic) {
  private static final Pattern SEARCH =
      Pattern.compile(
          "SEARCH\\('\\{(?<namespace>[^,}]+),(?<dimensions>[^}]+)} "
              + "(?<property>\\w+)=\\(\"(?<values>[^)]*)\"\\) "
              + "MetricName=\\(\"(?<names>[^)]*)\"\\)', '(?<statistic>\\w+)', 60\\)");

  private static final String OR = "\" OR \"";

  WatchedMetric {
    dimensions = Set.copyOf(dimensions);
  }

  /** What an alarm's MetricStat asks for. */
  static WatchedMetric of(Map<String, Object> metricStat) {
    Map<String, Object> metric = StackTemplate.map(metricStat.get("Metric"));
    Set<String> dimensions = new HashSet<>();
    for (Object dimension : StackTemplate.list(metric.getOrDefault("Dimensions", List.of()))) {
      dimensions.add(StackTemplate.text(dimension, "Name"));
    }
    return new WatchedMetric(
        StackTemplate.text(metric, "Namespace"),
        dimensions,
        StackTemplate.text(metric, "MetricName"),
        StackTemplate.text(metricStat, "Stat"));
  }

  /** What a widget's row of names asks for; its last element holds the statistic. */
  static WatchedMetric of(List<Object> row) {
    Set<String> dimensions = new HashSet<>();
    for (int i = 2; i < row.size() - 1; i += 2) {
      dimensions.add(row.get(i).toString());
    }
    return new WatchedMetric(
        row.get(0).toString(),
        dimensions,
        row.get(1).toString(),
        StackTemplate.text(row.getLast(), "stat"));
  }

  /** What the searches of an expression ask for; none, if it is made of other expressions. */
  static List<WatchedMetric> searchedBy(String expression) {
    return searches(expression)
        .flatMap(
            search ->
                Stream.of(search.group("names").split(OR, -1))
                    .map(
                        name ->
                            new WatchedMetric(
                                search.group("namespace"),
                                Set.of(search.group("dimensions").split(",", -1)),
                                name,
                                search.group("statistic"))))
        .toList();
  }

  /** The values of the dimension that each search of an expression is narrowed to. */
  static List<Set<String>> valuesIn(String expression) {
    return searches(expression)
        .map(search -> Set.of(search.group("values").split(OR, -1)))
        .toList();
  }

  /** The expression with its searches taken out. */
  static String withoutSearches(String expression) {
    return SEARCH.matcher(expression).replaceAll("");
  }

  private static Stream<MatchResult> searches(String expression) {
    Matcher matcher = SEARCH.matcher(expression);
    return matcher.results();
  }
}
