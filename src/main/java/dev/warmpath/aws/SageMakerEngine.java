package dev.warmpath.aws;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Target;
import java.util.Objects;
import java.util.function.Consumer;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeClient;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointRequest;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointResponse;

/**
 * The models behind SageMaker endpoints, asked by InvokeEndpoint: one call, one attempt.
 *
 * <p>SageMaker itself ends a call after 60 s and a body at 25 MB. Safe for any number of threads.
 */
public final class SageMakerEngine implements InferenceEngine, AutoCloseable {
  /** The longest name of an inference that SageMaker takes. */
  private static final int MAX_INFERENCE_ID = 64;

  private final SageMakerRuntimeClient client;
  private final Consumer<Trouble> troubles;

  /**
   * Makes an engine.
   *
   * @param client without retries; closed with the engine
   * @param troubles told when SageMaker invoked another variant than asked for
   */
  SageMakerEngine(SageMakerRuntimeClient client, Consumer<Trouble> troubles) {
    this.client = client;
    this.troubles = troubles;
  }

  @Override
  public EngineOutcome invoke(EngineCall call) {
    try {
      return answered(call.target(), client.invokeEndpoint(request(call)));
    } catch (SdkException e) {
      return SageMakerFailure.of(e, call);
    }
  }

  /** Closes the connections; running calls fail. */
  @Override
  public void close() {
    client.close();
  }

  private static InvokeEndpointRequest request(EngineCall call) {
    InvokeEndpointRequest.Builder request =
        InvokeEndpointRequest.builder()
            .endpointName(call.target().endpoint())
            .contentType(call.contentType())
            .body(SdkBytes.fromByteArrayUnsafe(call.body()))
            .overrideConfiguration(o -> o.apiCallTimeout(call.timeout()));
    switch (call.target().address()) {
      case Target.Address.Variant(String name) -> request.targetVariant(name);
      case Target.Address.Component(String name) -> request.inferenceComponentName(name);
      case Target.Address.Whole() -> {}
    }
    if (!call.prefixAwareId().isEmpty()) {
      request.prefixAwareId(call.prefixAwareId());
    }
    String inferenceId = inferenceId(call.requestId());
    if (!inferenceId.isEmpty()) {
      request.inferenceId(inferenceId);
    }
    return request.build();
  }

  /** A caller may name a request as he likes, but the name travels as an HTTP header. */
  private static String inferenceId(String requestId) {
    String visible = requestId.replaceAll("[^!-~]", "");
    return visible.substring(0, Math.min(visible.length(), MAX_INFERENCE_ID));
  }

  private EngineOutcome answered(Target target, InvokeEndpointResponse response) {
    String invoked = Objects.requireNonNullElse(response.invokedProductionVariant(), "");
    if (target.address() instanceof Target.Address.Variant(String asked)
        && !invoked.isEmpty()
        && !invoked.equals(asked)) {
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
