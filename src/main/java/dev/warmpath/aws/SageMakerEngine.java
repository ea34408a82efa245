package dev.warmpath.aws;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Target;
import java.util.Objects;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeClient;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointResponse;

/**
 * The models behind SageMaker endpoints, asked by InvokeEndpoint, and by its streaming form where
 * the answer is wanted in pieces: one call, one attempt.
 *
 * <p>SageMaker itself ends a call after 60 s, a stream after 8 minutes, and a body at 25 MB. Safe
 * for any number of threads.
 */
public final class SageMakerEngine implements InferenceEngine, AutoCloseable {
  private final Lazily<SageMakerRuntimeClient> client;
  private final SageMakerStreams streams;
  private final Consumer<Trouble> troubles;

  /**
   * Makes an engine.
   *
   * @param client without retries; closed with the engine
   * @param streams closed with the engine
   * @param troubles told when SageMaker invoked another variant than asked for
   */
  SageMakerEngine(
      Lazily<SageMakerRuntimeClient> client, SageMakerStreams streams, Consumer<Trouble> troubles) {
    this.client = client;
    this.streams = streams;
    this.troubles = troubles;
  }

  @Override
  public EngineOutcome invoke(EngineCall call) {
    try {
      return answered(call.target(), client.get().invokeEndpoint(SageMakerCalls.whole(call)));
    } catch (SdkException e) {
      return SageMakerFailure.of(e, call);
    }
  }

  @Override
  public EngineOpening open(EngineCall call) {
    return streams.open(call);
  }

  /** Makes what streams, which takes the longest: to be called beside other work. */
  public void prepareStreams() {
    streams.prepare();
  }

  /** Makes all that calls need, so that none has to wait for it. */
  public void prepare() {
    var _ = client.get();
    streams.prepare();
  }

  /** Closes the connections; running calls fail and running streams break. */
  @Override
  public void close() {
    streams.close();
    client.close();
  }

  private EngineOutcome answered(Target target, InvokeEndpointResponse response) {
    String invoked = Objects.requireNonNullElse(response.invokedProductionVariant(), "");
    if (SageMakerCalls.isMismatch(target, invoked)) {
      troubles.accept(Trouble.VARIANT_MISMATCH);
    }
    byte[] body = response.body().asByteArrayUnsafe();
    // No model answers a prompt with nothing: the answer was lost between container and router.
    return body.length == 0
        ? new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 200, "the model sent an empty answer")
        : new EngineOutcome.Answered(
            body,
            Objects.requireNonNullElse(response.contentType(), "application/octet-stream"),
            invoked);
  }
}
