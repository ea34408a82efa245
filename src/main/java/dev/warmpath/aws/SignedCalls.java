package dev.warmpath.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.utils.IoUtils;

/** HTTP calls with AWS's signature, for services of which few operations are used. Thread-safe. */
final class SignedCalls implements AutoCloseable {
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private final SdkHttpClient http;
  private final AwsAccess access;
  private final String signingName;

  SignedCalls(SdkHttpClient http, AwsAccess access, String signingName) {
    this.http = http;
    this.access = access;
    this.signingName = signingName;
  }

  /**
   * What a server answered.
   *
   * @param status the HTTP status
   * @param body the bytes
   */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  record Answer(int status, byte[] body) {
    boolean isSuccess() {
      return status >= 200 && status < 300;
    }
  }

  /**
   * Sends a request.
   *
   * @throws IOException if there is no answer
   * @throws UncheckedIOException likewise
   * @throws SdkException if there is nobody to sign as
   */
  Answer send(SdkHttpRequest request, byte[] body) throws IOException {
    HttpExecuteResponse response = http.prepareRequest(signed(request, body)).call();
    return new Answer(response.httpResponse().statusCode(), read(response));
  }

  @Override
  public void close() {
    http.close();
  }

  private HttpExecuteRequest signed(SdkHttpRequest request, byte[] body) {
    SignedRequest signed =
        signer.sign(
            r ->
                r.identity(access.credentials().resolveCredentials())
                    .request(request)
                    .payload(() -> new ByteArrayInputStream(body))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, signingName)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, access.resolvedRegion().id()));
    return HttpExecuteRequest.builder()
        .request(signed.request())
        .contentStreamProvider(signed.payload().orElseThrow())
        .build();
  }

  private static byte[] read(HttpExecuteResponse response) throws IOException {
    if (response.responseBody().isEmpty()) {
      return new byte[0];
    }
    try (InputStream stream = response.responseBody().get()) {
      return IoUtils.toByteArray(stream);
    }
  }
}
