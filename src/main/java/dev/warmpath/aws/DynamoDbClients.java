package dev.warmpath.aws;

import java.time.Duration;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Makes DynamoDB clients with explicit timeouts and without retries.
 *
 * <p>Nothing is retried, writes neither: an addition that is sent twice counts twice, and a lost
 * one leaves with its bucket. Region, credentials and endpoint come from where the SDK looks for
 * them, {@code AWS_ENDPOINT_URL_DYNAMODB} among it.
 */
public final class DynamoDbClients {
  private static final int MAX_CONNECTIONS = 256;

  /** Shorter than servers and middle boxes keep idle connections. */
  private static final Duration MAX_IDLE = Duration.ofSeconds(20);

  private DynamoDbClients() {}

  /**
   * A client for the environment's own region and account.
   *
   * @param longestCall when a call ends at the latest
   */
  public static DynamoDbClient create(Duration longestCall) {
    return builder(longestCall).build();
  }

  /**
   * A client for a DynamoDB elsewhere, or for somebody else.
   *
   * @param longestCall when a call ends at the latest
   * @param access where it is, and who asks
   */
  public static DynamoDbClient create(Duration longestCall, AwsAccess access) {
    return access.applyTo(builder(longestCall)).build();
  }

  static DynamoDbClientBuilder builder(Duration longestCall) {
    return DynamoDbClient.builder()
        .httpClientBuilder(http(longestCall))
        .overrideConfiguration(
            o ->
                SoundWaits.in(o)
                    .apiCallTimeout(longestCall)
                    .apiCallAttemptTimeout(longestCall)
                    .retryStrategy(r -> r.maxAttempts(1)));
  }

  static Apache5HttpClient.Builder http(Duration longestCall) {
    return Apache5HttpClient.builder()
        .connectionTimeout(longestCall)
        .connectionAcquisitionTimeout(longestCall)
        .socketTimeout(longestCall)
        .connectionMaxIdleTime(MAX_IDLE)
        .maxConnections(MAX_CONNECTIONS);
  }
}
