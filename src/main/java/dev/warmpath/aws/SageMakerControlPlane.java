package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.port.FleetUnavailableException;
import java.io.IOException;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * SageMaker's control plane, one signed call at a time.
 *
 * <p>The SDK's client for it is a jar of 14 MB, of which three read-only calls would be used. Safe
 * for any number of threads.
 */
final class SageMakerControlPlane implements AutoCloseable {
  private static final String JSON_TYPE = "application/x-amz-json-1.1";

  private final SignedHttp http;

  /**
   * Makes a control plane.
   *
   * @param http closed with it
   */
  SageMakerControlPlane(SignedHttp http) {
    this.http = http;
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
      SignedHttp.Answer answer = http.exchange(signed(operation, JSON.std.asBytes(input)));
      if (!answer.isSuccess()) {
        throw new FleetUnavailableException(
            refusal(operation, subject, answer.status(), answer.body()));
      }
      return JsonObject.parse(answer.body());
    } catch (IOException e) {
      Throwable cause = e.getCause() instanceof SdkException thrown ? thrown : e;
      throw new FleetUnavailableException(
          "SageMaker gave no answer to %s of %s: %s"
              .formatted(operation, subject, cause.getClass().getSimpleName()),
          e);
    }
  }

  @Override
  public void close() {
    http.close();
  }

  private SignedHttp.Call signed(String operation, byte[] body) {
    return new SignedHttp.Call(
        "sagemaker",
        "POST",
        http.address("api.sagemaker"),
        Map.of("Content-Type", JSON_TYPE, "X-Amz-Target", "SageMaker." + operation),
        body);
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
