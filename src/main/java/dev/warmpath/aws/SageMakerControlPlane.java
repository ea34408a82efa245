package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.port.FleetUnavailableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.IoUtils;

/**
 * SageMaker's control plane, one signed call at a time.
 *
 * <p>The SDK's client for it is a jar of 14 MB, of which three read-only calls would be used. Safe
 * for any number of threads.
 */
final class SageMakerControlPlane implements AutoCloseable {
  private static final String JSON_TYPE = "application/x-amz-json-1.1";

  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private final SdkHttpClient http;
  private final AwsAccess access;

  SageMakerControlPlane(SdkHttpClient http, AwsAccess access) {
    this.http = http;
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
      byte[] body = JSON.std.asBytes(input);
      HttpExecuteResponse response = http.prepareRequest(signed(operation, body)).call();
      byte[] answer = read(response);
      if (!response.httpResponse().isSuccessful()) {
        int status = response.httpResponse().statusCode();
        throw new FleetUnavailableException(refusal(operation, subject, status, answer));
      }
      return JsonObject.parse(answer);
    } catch (IOException | UncheckedIOException | SdkException e) {
      throw new FleetUnavailableException(
          "SageMaker gave no answer to %s of %s: %s"
              .formatted(operation, subject, e.getClass().getSimpleName()),
          e);
    }
  }

  @Override
  public void close() {
    http.close();
  }

  private HttpExecuteRequest signed(String operation, byte[] body) {
    Region region = access.resolvedRegion();
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(access.endpoint().orElseGet(() -> standardEndpoint(region)))
            .putHeader("Content-Type", JSON_TYPE)
            .putHeader("X-Amz-Target", "SageMaker." + operation)
            .build();
    SignedRequest signed =
        signer.sign(
            r ->
                r.identity(access.credentials().resolveCredentials())
                    .request(request)
                    .payload(() -> new ByteArrayInputStream(body))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "sagemaker")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
    return HttpExecuteRequest.builder()
        .request(signed.request())
        .contentStreamProvider(signed.payload().orElseThrow())
        .build();
  }

  private static URI standardEndpoint(Region region) {
    return URI.create(
        "https://api.sagemaker." + region.id() + "." + region.metadata().partition().dnsSuffix());
  }

  private static byte[] read(HttpExecuteResponse response) throws IOException {
    if (response.responseBody().isEmpty()) {
      return new byte[0];
    }
    try (InputStream stream = response.responseBody().get()) {
      return IoUtils.toByteArray(stream);
    }
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
