package dev.warmpath.aws;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;

/**
 * Metrics by PutMetricData, gathered in the process and sent when nobody waits.
 *
 * <p>They are sent ten seconds after the oldest was taken, and at once the first time. A process
 * that is killed loses what it has gathered since. What could not be sent is sent again, so a call
 * whose answer was lost may count twice. No lock is held while CloudWatch is asked. Safe for any
 * number of threads.
 */
public final class CloudWatchRouteMetrics implements RouteMetrics, AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(CloudWatchRouteMetrics.class);

  private final CloudWatchClient client;
  private final MetricScope scope;
  private final Supplier<TableUnits> units;
  private final InstantSource clock;
  private final MetricBuffer buffer;

  /**
   * Makes an empty collection.
   *
   * @param client closed with the metrics
   * @param scope where to publish
   * @param units what the table has consumed so far
   * @param clock time
   * @param maxValues how many distinct values are kept for later at most
   */
  CloudWatchRouteMetrics(
      CloudWatchClient client,
      MetricScope scope,
      Supplier<TableUnits> units,
      InstantSource clock,
      int maxValues) {
    this.client = client;
    this.scope = scope;
    this.units = units;
    this.clock = clock;
    this.buffer = new MetricBuffer(scope.endpoint(), maxValues);
  }

  @Override
  public void record(RouteReport report) {
    buffer.record(report, clock.instant());
  }

  @Override
  public void count(Trouble trouble) {
    buffer.count(trouble, clock.instant());
  }

  @Override
  public void flush(boolean everything) {
    Instant now = clock.instant();
    if (everything || buffer.isDue(now)) {
      buffer.addUnits(units.get(), now);
      send(buffer.take(now));
    }
  }

  /** Closes the connections; sends nothing more. */
  @Override
  public void close() {
    client.close();
  }

  private void send(List<Datum> data) {
    List<List<Datum>> calls = PutMetricDataCalls.of(data);
    for (int i = 0; i < calls.size(); i++) {
      List<Datum> call = calls.get(i);
      try {
        List<MetricDatum> converted = call.stream().map(PutMetricDataCalls::datum).toList();
        client.putMetricData(r -> r.namespace(scope.namespace()).metricData(converted));
      } catch (SdkException e) {
        LOGGER.atWarn().addKeyValue("error", ErrorCodes.brief(e)).log("metrics not sent");
        if (!isRefused(e)) {
          // One failed call is enough waiting: the rest goes with the next flush.
          buffer.restore(
              calls.subList(i, calls.size()).stream().flatMap(List::stream).toList(),
              clock.instant());
          return;
        }
        buffer.countDropped(call.stream().mapToLong(d -> d.samples().size()).sum());
      }
    }
  }

  /** Whether the data themselves are at fault: sent again, they would block all others. */
  private static boolean isRefused(SdkException thrown) {
    return thrown instanceof AwsServiceException service
        && !service.isThrottlingException()
        && (service.statusCode() == 400 || service.statusCode() == 413);
  }
}
