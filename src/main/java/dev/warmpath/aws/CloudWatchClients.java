package dev.warmpath.aws;

import dev.warmpath.router.port.TableUnits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;

/** Makes what talks to CloudWatch, with every timeout set and every retry off. */
public final class CloudWatchClients {
  /** A flush delays an environment's next request: rather send again later. */
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(3);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  private CloudWatchClients() {}

  /**
   * Metrics by PutMetricData. Without an endpoint in {@code access} the SDK heeds {@code
   * AWS_ENDPOINT_URL_CLOUDWATCH} and {@code AWS_ENDPOINT_URL}.
   *
   * @param units what the table has consumed so far
   */
  public static BufferedRouteMetrics routeMetrics(
      AwsAccess access, MetricScope scope, Supplier<TableUnits> units, InstantSource clock) {
    return new BufferedRouteMetrics(
        new MetricBuffer(scope.endpoint(), MetricBuffer.MAX_VALUES),
        units,
        clock,
        new CloudWatchOutlet(new Lazily<>(() -> client(access)), scope.namespace()));
  }

  static CloudWatchClient client(AwsAccess access) {
    return access
        .applyTo(CloudWatchClient.builder())
        .httpClientBuilder(
            Apache5HttpClient.builder()
                .connectionTimeout(CONNECT_TIMEOUT)
                .socketTimeout(CALL_TIMEOUT))
        .overrideConfiguration(
            o -> SoundWaits.in(o).apiCallTimeout(CALL_TIMEOUT).retryStrategy(b -> b.maxAttempts(1)))
        .build();
  }
}
