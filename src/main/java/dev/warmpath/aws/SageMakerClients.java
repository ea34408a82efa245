package dev.warmpath.aws;

import static software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR;

import dev.warmpath.router.port.Trouble;
import java.time.Duration;
import java.util.function.Consumer;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeAsyncClient;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeClient;

/** Makes what talks to SageMaker, with every timeout set and every retry off. */
public final class SageMakerClients {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /**
   * How much longer than the longest call a socket may be silent. The call's own timeout shall end
   * a call, never the socket's, whose default of 30 s is half of what a model may take.
   */
  private static final Duration SOCKET_MARGIN = Duration.ofSeconds(5);

  /** A request must not wait here for another one's answer, which may take a minute. */
  private static final Duration POOL_TIMEOUT = Duration.ofSeconds(1);

  private static final int MAX_CONNECTIONS = 1024;

  private static final long READ_BUFFER_BYTES = 64 * 1024;

  private static final Duration CONTROL_PLANE_TIMEOUT = Duration.ofSeconds(3);

  private SageMakerClients() {}

  /**
   * An engine over InvokeEndpoint and its streaming form. Without an endpoint in {@code access} the
   * SDK heeds {@code AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME} and {@code AWS_ENDPOINT_URL}.
   *
   * @param longestCall the longest timeout that a call will carry
   * @param troubles told when SageMaker invoked another variant than asked for
   */
  public static SageMakerEngine engine(
      AwsAccess access, Duration longestCall, Consumer<Trouble> troubles) {
    return new SageMakerEngine(
        new Lazily<>(() -> runtime(access, longestCall)),
        new SageMakerStreams(
            new Lazily<>(() -> streamingRuntime(access, MAX_CONNECTIONS)), troubles),
        troubles);
  }

  /**
   * The control plane as a source of fleets. Without an endpoint in {@code access} it is AWS's own:
   * {@link AwsAccess#endpoint} reads the usual variables.
   */
  public static SageMakerFleetSource fleetSource(AwsAccess access) {
    return new SageMakerFleetSource(
        new SageMakerControlPlane(SignedHttp.of(access, CONTROL_PLANE_TIMEOUT)));
  }

  static SageMakerRuntimeClient runtime(AwsAccess access, Duration longestCall) {
    return access
        .applyTo(SageMakerRuntimeClient.builder())
        .httpClientBuilder(
            Apache5HttpClient.builder()
                .connectionTimeout(CONNECT_TIMEOUT)
                .connectionAcquisitionTimeout(POOL_TIMEOUT)
                .socketTimeout(longestCall.plus(SOCKET_MARGIN))
                .maxConnections(MAX_CONNECTIONS))
        // A second try would double the work of an engine that is slow already. Connections that a
        // server has closed while they were idle are noticed after 2 s without one; a server that
        // closes them sooner costs a fault.
        .overrideConfiguration(o -> SoundWaits.in(o).retryStrategy(b -> b.maxAttempts(1)))
        .build();
  }

  static SageMakerRuntimeAsyncClient streamingRuntime(AwsAccess access, int maxConnections) {
    return streamingRuntime(
        access,
        AwsCrtAsyncHttpClient.builder()
            .connectionTimeout(CONNECT_TIMEOUT)
            // Unlike elsewhere, this counts the making of a new connection.
            .connectionAcquisitionTimeout(POOL_TIMEOUT.plus(CONNECT_TIMEOUT))
            // What a slow reader leaves unread fills this, then the server waits.
            .readBufferSizeInBytes(READ_BUFFER_BYTES)
            .maxConcurrency(maxConnections));
  }

  /** The same over any way to send requests. */
  static SageMakerRuntimeAsyncClient streamingRuntime(
      AwsAccess access, SdkAsyncHttpClient.Builder<?> http) {
    return access
        .applyTo(SageMakerRuntimeAsyncClient.builder())
        .httpClientBuilder(http)
        .asyncConfiguration(
            // What the streams do on the SDK's threads is to fill a queue: no pool need wake for
            // it.
            a -> a.advancedOption(FUTURE_COMPLETION_EXECUTOR, Runnable::run))
        // The default, four attempts, sends what a cut stream has delivered once more.
        .overrideConfiguration(o -> SoundWaits.in(o).retryStrategy(b -> b.maxAttempts(1)))
        .build();
  }
}
