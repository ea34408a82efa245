package dev.warmpath.aws;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.routing.Target;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointRequest;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamRequest;

/**
 * Says a call in the words of SageMaker Runtime: the two operations share them, not their types.
 */
final class SageMakerCalls {
  /** The longest name of an inference that SageMaker takes. */
  private static final int MAX_INFERENCE_ID = 64;

  private SageMakerCalls() {}

  /** A call whose answer is wanted whole. */
  static InvokeEndpointRequest whole(EngineCall call) {
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

  /** A call whose answer is wanted in pieces. */
  static InvokeEndpointWithResponseStreamRequest streamed(EngineCall call) {
    InvokeEndpointRequest whole = whole(call);
    return InvokeEndpointWithResponseStreamRequest.builder()
        .endpointName(whole.endpointName())
        .contentType(whole.contentType())
        .body(whole.body())
        .targetVariant(whole.targetVariant())
        .inferenceComponentName(whole.inferenceComponentName())
        .prefixAwareId(whole.prefixAwareId())
        .inferenceId(whole.inferenceId())
        .overrideConfiguration(o -> o.apiCallTimeout(call.timeout()))
        .build();
  }

  /** Whether SageMaker says that it invoked another variant than the call asked for. */
  static boolean isMismatch(Target target, String invokedVariant) {
    return target.address() instanceof Target.Address.Variant(String asked)
        && !invokedVariant.isEmpty()
        && !invokedVariant.equals(asked);
  }

  /** A caller may name a request as he likes, but the name travels as an HTTP header. */
  private static String inferenceId(String requestId) {
    String visible = requestId.replaceAll("[^!-~]", "");
    return visible.substring(0, Math.min(visible.length(), MAX_INFERENCE_ID));
  }
}
