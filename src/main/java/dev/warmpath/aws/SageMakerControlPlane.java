package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.port.FleetUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;

/**
 * SageMaker's control plane, one signed call at a time.
 *
 * <p>The SDK's client for it is a jar of 14 MB, of which three read-only calls would be used. Safe
 * for any number of threads.
 */
final class SageMakerControlPlane implements AutoCloseable {
  private static final String JSON_TYPE = "application/x-amz-json-1.1";

  private final SignedCalls calls;
  private final AwsAccess access;

  SageMakerControlPlane(SdkHttpClient http, AwsAccess access) {
    this.calls = new SignedCalls(http, access, "sagemaker");
    this.access = access;
  }

  /**
   * Calls one operation.
   *
   * @param operation its name
   * @param subject what is asked about, for messages
   * @param input its members
   * @throws FleetUnavailableException if there is no answer, or it is an error
   */
  JsonObject call(String operation, String subject, Map<String, Object> input)
      throws FleetUnavailableException {
    try {
      SignedCalls.Answer answer = calls.send(request(operation), JSON.std.asBytes(input));
      if (!answer.isSuccess()) {
        throw new FleetUnavailableException(
            refusal(operation, subject, answer.status(), answer.body()));
      }
      return JsonObject.parse(answer.body());
    } catch (IOException | UncheckedIOException | SdkException e) {
      throw new FleetUnavailableException(
          "SageMaker gave no answer to %s of %s: %s"
              .formatted(operation, subject, e.getClass().getSimpleName()),
          e);
    }
  }

  @Override
  public void close() {
    calls.close();
  }

  private SdkHttpRequest request(String operation) {
    return SdkHttpRequest.builder()
        .method(SdkHttpMethod.POST)
        .uri(access.endpoint().orElseGet(() -> standardEndpoint(access.resolvedRegion())))
        .putHeader("Content-Type", JSON_TYPE)
        .putHeader("X-Amz-Target", "SageMaker." + operation)
        .build();
  }

  private static URI standardEndpoint(Region region) {
    return URI.create(
        "https://api.sagemaker." + region.id() + "." + region.metadata().partition().dnsSuffix());
  }

  private static String refusal(String operation, String subject, int status, byte[] answer) {
    return "SageMaker refused %s of %s: HTTP status %d%s"
        .formatted(operation, subject, status, reason(answer));
  }

  private static String reason(byte[] answer) {
    try {
      JsonObject error = JsonObject.parse(answer);
      String type = error.text("__type");
      String said = error.text("message").isEmpty() ? error.text("Message") : error.text("message");
      return " " + type.substring(type.indexOf('#') + 1) + ": " + ModelMessage.bounded(said);
    } catch (IOException e) {
      // Some proxy's page instead of SageMaker's JSON: the status has to do.
      return "";
    }
  }
}
