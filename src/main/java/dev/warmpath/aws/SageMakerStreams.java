package dev.warmpath.aws;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.Trouble;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeAsyncClient;

/**
 * The models behind SageMaker endpoints, asked by InvokeEndpointWithResponseStream: one call, one
 * attempt.
 *
 * <p>SageMaker itself ends a stream after 8 minutes. Safe for any number of threads.
 */
final class SageMakerStreams implements AutoCloseable {
  private final Lazily<SageMakerRuntimeAsyncClient> client;
  private final Consumer<Trouble> troubles;

  /** What runs: the HTTP client closes no connection that is in use. */
  private final Map<StreamSignals, CompletableFuture<Void>> calls = new ConcurrentHashMap<>();

  /**
   * Makes the streaming half of an engine.
   *
   * @param client without retries: the SDK's default would send a cut answer's beginning again
   * @param troubles told when SageMaker invoked another variant than asked for
   */
  SageMakerStreams(Lazily<SageMakerRuntimeAsyncClient> client, Consumer<Trouble> troubles) {
    this.client = client;
    this.troubles = troubles;
  }

  /** Makes the client. */
  void prepare() {
    var _ = client.get();
  }

  EngineOpening open(EngineCall call) {
    StreamSignals signals = new StreamSignals();
    CompletableFuture<Void> running =
        client.get().invokeEndpointWithResponseStream(SageMakerCalls.streamed(call), signals);
    calls.put(signals, running);
    var _ =
        running.whenComplete(
            (nothing, cause) -> {
              calls.remove(signals);
              signals.ended(cause);
            });
    SageMakerStream stream = new SageMakerStream(call, signals, running);
    EngineOpening opening = stream.open();
    if (opening instanceof EngineOpening.Opened
        && SageMakerCalls.isMismatch(call.target(), stream.invokedVariant())) {
      troubles.accept(Trouble.VARIANT_MISMATCH);
    }
    return opening;
  }

  /** Closes the connections; running streams break. */
  @Override
  public void close() {
    List.copyOf(calls.values()).forEach(call -> call.cancel(true));
    client.close();
  }
}
