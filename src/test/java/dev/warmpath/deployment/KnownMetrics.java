package dev.warmpath.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.aws.PublishedMetric;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The metrics that exist: those that the code publishes, by what it publishes in truth, and those
 * of AWS that are used, by its documentation.
 */
final class KnownMetrics {
  private static final Set<PublishedMetric> OWN = PublishedMetric.all(Deployments.NAMESPACE);

  /** What tells something of a unit; the samples of a rate are its prompt tokens. */
  private static final Map<String, Pattern> STATISTICS =
      Map.of(
          "Percent", Pattern.compile("Average|SampleCount"),
          "Count", Pattern.compile("Sum"),
          "Milliseconds", Pattern.compile("p\\d\\d|Sum"),
          "None", Pattern.compile("p\\d\\d|Average"));

  private static final Set<WatchedMetric> OF_AWS =
      Set.of(
          new WatchedMetric("AWS/ApiGateway", Set.of("ApiName", "Stage"), "Count", "Sum"),
          new WatchedMetric("AWS/ApiGateway", Set.of("ApiName", "Stage"), "4XXError", "Sum"),
          new WatchedMetric("AWS/ApiGateway", Set.of("ApiName", "Stage"), "5XXError", "Sum"),
          new WatchedMetric("AWS/ApiGateway", Set.of("ApiName", "Stage"), "Latency", "p99"),
          new WatchedMetric("AWS/Lambda", Set.of("FunctionName"), "Errors", "Sum"),
          new WatchedMetric("AWS/Lambda", Set.of("FunctionName"), "Throttles", "Sum"),
          new WatchedMetric("AWS/Lambda", Set.of("FunctionName"), "Duration", "p99"),
          new WatchedMetric(
              "AWS/Lambda", Set.of("FunctionName"), "ConcurrentExecutions", "Maximum"),
          new WatchedMetric("AWS/Lambda", Set.of(), "ClaimedAccountConcurrency", "Maximum"),
          new WatchedMetric("AWS/DynamoDB", Set.of("TableName"), "ReadThrottleEvents", "Sum"),
          new WatchedMetric("AWS/DynamoDB", Set.of("TableName"), "WriteThrottleEvents", "Sum"),
          // Made by the template itself, of lines in the authorizer's log.
          new WatchedMetric("WarmpathKeys", Set.of(), "warmpath-key-checks-from-memory", "Sum"));

  private KnownMetrics() {}

  /** The names of all that the code publishes. */
  static Set<String> names() {
    return OWN.stream().map(PublishedMetric::name).collect(Collectors.toUnmodifiableSet());
  }

  /** Fails unless the metric is there to be had, and the statistic tells something of it. */
  static void assertKnown(WatchedMetric metric) {
    if (!metric.namespace().equals(Deployments.NAMESPACE)) {
      assertThat(OF_AWS).contains(metric);
      return;
    }
    assertThat(OWN)
        .filteredOn(own -> own.name().equals(metric.name()))
        .filteredOn(own -> own.dimensions().equals(metric.dimensions()))
        .as("%s under %s", metric.name(), metric.dimensions())
        .singleElement()
        .satisfies(
            own ->
                assertThat(metric.statistic())
                    .as("statistic of %s, in %s", own.name(), own.unit())
                    .matches(STATISTICS.getOrDefault(own.unit(), Pattern.compile("none"))));
  }
}
