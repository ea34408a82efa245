package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.RoutingDecision.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A metric as it reaches CloudWatch.
 *
 * @param namespace CloudWatch's namespace
 * @param dimensions the names of its dimensions
 * @param name its name
 * @param unit its unit
 */
public record PublishedMetric(String namespace, Set<String> dimensions, String name, String unit) {

  /** Copies the dimensions. */
  public PublishedMetric {
    dimensions = Set.copyOf(dimensions);
  }

  /**
   * All that the code publishes: read from what it writes for one request of every kind, one of
   * every trouble, and a used table.
   */
  public static Set<PublishedMetric> all(String namespace) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    BufferedRouteMetrics metrics =
        BufferedRouteMetrics.inLog(
            new MetricScope(namespace, "chat"),
            () -> new TableUnits(1, 1),
            new FakeClock(Reports.AT),
            new PrintStream(log, false, StandardCharsets.UTF_8));
    requests().forEach(metrics::record);
    Stream.of(Trouble.values()).forEach(metrics::count);
    metrics.flush(true);
    Set<PublishedMetric> published = new HashSet<>();
    log.toString(StandardCharsets.UTF_8).lines().forEach(line -> published.addAll(of(line)));
    return published;
  }

  private static List<RouteReport> requests() {
    Reports warm = Reports.warm();
    List<RouteReport> all = new ArrayList<>();
    all.add(warm.report());
    all.add(warm.with(Reports.usage(1000, 500, 10)));
    all.add(warm.with(new Tokens(10, 0, 0, false, true)));
    all.add(warm.with(List.of(Reports.candidate("a", 1, 1), Reports.candidate("b", 1, 1))));
    all.add(warm.streamed(Duration.ofMillis(40), Optional.of(EngineOutcome.Kind.FAULT)));
    all.add(warm.afterFailovers(1));
    all.add(Reports.withoutTarget());
    all.add(Reports.shed());
    Stream.of(Reason.values()).map(warm::with).forEach(all::add);
    Stream.of(Degradation.values()).map(warm::with).forEach(all::add);
    Stream.of(ClaimState.values()).map(warm::with).forEach(all::add);
    Stream.of(EngineOutcome.Kind.values()).map(warm::with).forEach(all::add);
    return all;
  }

  private static Set<PublishedMetric> of(String line) {
    try {
      JsonObject directive =
          new JsonObject(JSON.std.mapFrom(line))
              .object("_aws")
              .objects("CloudWatchMetrics")
              .getFirst();
      Set<PublishedMetric> all = new HashSet<>();
      for (Object dimensions : (List<?>) directive.fields().getOrDefault("Dimensions", List.of())) {
        Set<String> names = new HashSet<>();
        ((List<?>) dimensions).forEach(name -> names.add(name.toString()));
        for (JsonObject metric : directive.objects("Metrics")) {
          all.add(
              new PublishedMetric(
                  directive.text("Namespace"), names, metric.text("Name"), metric.text("Unit")));
        }
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("each line must be one JSON object", e);
    }
  }
}
