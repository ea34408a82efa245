package dev.warmpath.smoke;

import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import dev.warmpath.smoke.Finding.Skipped;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The hit rate of these minutes is in CloudWatch.
 *
 * @param cloudWatch where
 * @param endpoint the dimension under which it is published
 * @param mode the deployment's MetricsMode
 * @param patience how long to wait for it
 * @param clock the time of day
 * @param pause between two looks
 */
record MetricCheck(
    QueryApi cloudWatch,
    String endpoint,
    String mode,
    Duration patience,
    InstantSource clock,
    Pause pause)
    implements Check {
  static final String NAMESPACE = "Warmpath";
  static final String MEASURED = "KVCacheHitRate";
  private static final String PREDICTED = "PredictedHitRate";
  private static final Duration BETWEEN = Duration.ofSeconds(5);
  private static final Duration WINDOW = Duration.ofMinutes(3);

  @Override
  public String name() {
    return "metric";
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    if (mode.equals("off")) {
      return new Skipped("the stack's MetricsMode is off");
    }
    Instant from = clock.instant().minus(WINDOW).truncatedTo(ChronoUnit.MINUTES);
    for (long look = 0; look <= patience.dividedBy(BETWEEN); look++) {
      if (isThere(MEASURED, from)) {
        return new Passed(MEASURED + " of endpoint " + endpoint + " is in CloudWatch");
      }
      if (isThere(PREDICTED, from)) {
        return new Passed(
            PREDICTED + " is in CloudWatch: the engine does not report cached tokens");
      }
      pause.await(BETWEEN);
    }
    return new Failed(
        "not yet: no "
            + MEASURED
            + " of endpoint "
            + endpoint
            + " after "
            + patience.toSeconds()
            + " s",
        "run this again in a few minutes; then look at the function's log for metrics not sent");
  }

  private boolean isThere(String metric, Instant from) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("Namespace", NAMESPACE);
    parameters.put("MetricName", metric);
    parameters.put("Dimensions.member.1.Name", "Endpoint");
    parameters.put("Dimensions.member.1.Value", endpoint);
    parameters.put("StartTime", from.toString());
    parameters.put(
        "EndTime", clock.instant().plus(WINDOW).truncatedTo(ChronoUnit.MINUTES).toString());
    parameters.put("Period", "60");
    parameters.put("Statistics.member.1", "SampleCount");
    return !cloudWatch
        .call("GetMetricStatistics", parameters)
        .child("GetMetricStatisticsResult")
        .child("Datapoints")
        .members()
        .isEmpty();
  }
}
