package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.router.port.TableUnits;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.Datapoint;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.Statistic;

/** The metrics against LocalStack, where a Docker engine exists. */
@Required(value = Facility.LOCALSTACK, group = "CloudWatch metrics against LocalStack")
@Testcontainers(disabledWithoutDocker = true)
final class CloudWatchLocalStackTest {
  // The last image that needs no token.
  @Container
  private static final LocalStackContainer LOCAL_STACK =
      new LocalStackContainer(DockerImageName.parse("localstack/localstack:4.14.0"))
          .withServices("cloudwatch");

  @Test
  void showsWeightedAverage() {
    // given
    AwsAccess access = AwsAccess.local(LOCAL_STACK.getEndpoint());
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    try (BufferedRouteMetrics metrics =
            CloudWatchClients.routeMetrics(
                access,
                new MetricScope("Warmpath", "chat"),
                () -> TableUnits.NONE,
                InstantSource.fixed(now));
        CloudWatchClient client = CloudWatchClients.client(access)) {
      metrics.record(new Reports(Reports.warm().at(now)).with(Reports.usage(900, 900, 1)));
      metrics.record(new Reports(Reports.warm().at(now)).with(Reports.usage(100, 0, 1)));

      // when
      metrics.flush(true);

      // then
      Datapoint shown =
          client
              .getMetricStatistics(
                  r ->
                      r.namespace("Warmpath")
                          .metricName("KVCacheHitRate")
                          .dimensions(Dimension.builder().name("Endpoint").value("chat").build())
                          .startTime(now.minus(Duration.ofMinutes(5)))
                          .endTime(now.plus(Duration.ofMinutes(5)))
                          .period(600)
                          .statistics(Statistic.AVERAGE, Statistic.SAMPLE_COUNT))
              .datapoints()
              .getFirst();
      assertThat(shown.sampleCount()).isEqualTo(1000);
      assertThat(shown.average()).isCloseTo(90, within(1e-9));
    }
  }
}
