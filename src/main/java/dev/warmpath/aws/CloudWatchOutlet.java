package dev.warmpath.aws;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;

/**
 * PutMetricData. What could not be sent waits to be sent again, so a call whose answer was lost may
 * count twice.
 *
 * @param client closed with the outlet
 * @param namespace where to publish
 */
record CloudWatchOutlet(Lazily<CloudWatchClient> client, String namespace) implements MetricOutlet {
  private static final Logger LOGGER = LoggerFactory.getLogger(CloudWatchOutlet.class);

  @Override
  public void prepare() {
    var _ = client.get();
  }

  @Override
  public Unsent send(List<Datum> data) {
    long refused = 0;
    List<List<Datum>> calls = PutMetricDataCalls.of(data);
    for (int i = 0; i < calls.size(); i++) {
      List<Datum> call = calls.get(i);
      try {
        List<MetricDatum> converted = call.stream().map(PutMetricDataCalls::datum).toList();
        client.get().putMetricData(r -> r.namespace(namespace).metricData(converted));
      } catch (SdkException e) {
        LOGGER.atWarn().addKeyValue("error", ErrorCodes.brief(e)).log("metrics not sent");
        if (!isRefused(e)) {
          // One failed call is enough waiting: the rest goes with the next flush.
          List<List<Datum>> rest = calls.subList(i, calls.size());
          return new Unsent(rest.stream().flatMap(List::stream).toList(), refused);
        }
        refused += call.stream().mapToLong(d -> d.samples().size()).sum();
      }
    }
    return new Unsent(List.of(), refused);
  }

  /** Whether the data themselves are at fault: sent again, they would block all others. */
  private static boolean isRefused(SdkException thrown) {
    return thrown instanceof AwsServiceException service
        && !service.isThrottlingException()
        && (service.statusCode() == 400 || service.statusCode() == 413);
  }

  @Override
  public void close() {
    client.close();
  }
}
