package dev.warmpath.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

/**
 * HTTP calls of AWS's services, signed (SigV4), for which no client of the SDK is worth its weight.
 * No call is repeated here. Safe for any number of threads.
 */
public final class SignedHttp implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration POOL_TIMEOUT = Duration.ofSeconds(1);
  private static final String AUTHORIZATION = "Authorization";

  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private final SdkHttpClient http;
  private final AwsAccess access;

  SignedHttp(SdkHttpClient http, AwsAccess access) {
    this.http = http;
    this.access = access;
  }

  /**
   * Calls for whoever has access.
   *
   * @param silence how long the other side may say nothing
   */
  public static SignedHttp of(AwsAccess access, Duration silence) {
    return new SignedHttp(
        Apache5HttpClient.builder()
            .connectionTimeout(CONNECT_TIMEOUT)
            .connectionAcquisitionTimeout(POOL_TIMEOUT)
            .socketTimeout(silence)
            .build(),
        access);
  }

  /** What a call shows of who makes it. */
  public enum Signature {
    /** Nothing. */
    NONE,
    /** A signature that is not right. */
    WRONG,
    /** The signature of the caller's credentials. */
    RIGHT
  }

  /**
   * A call.
   *
   * @param service the name that is signed, such as {@code lambda}
   * @param method the HTTP method
   * @param uri where to
   * @param headers what else to say
   * @param body what to send; empty for nothing
   */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  public record Call(
      String service, String method, URI uri, Map<String, String> headers, byte[] body) {
    /** Leaves headers and body out: they may hold a key and a prompt. */
    @Override
    public String toString() {
      return "Call[" + method + " " + uri + ", " + body.length + " bytes]";
    }
  }

  /**
   * An answer, as it begins.
   *
   * @param status the HTTP status
   * @param headers as sent
   * @param body to be read to its end, or closed
   */
  public record Reply(int status, Map<String, List<String>> headers, InputStream body)
      implements AutoCloseable {
    /** A header's first value, whatever the case of its name; empty if it is not there. */
    public String header(String name) {
      return headers.entrySet().stream()
          .filter(h -> h.getKey().equalsIgnoreCase(name) && !h.getValue().isEmpty())
          .map(h -> h.getValue().getFirst())
          .findFirst()
          .orElse("");
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /**
   * Makes a call and returns when its answer begins.
   *
   * @throws IOException if nobody answers, or there are no credentials to sign with
   */
  public Reply send(Call call, Signature signature) throws IOException {
    try {
      HttpExecuteResponse response = http.prepareRequest(request(call, signature)).call();
      InputStream body = response.responseBody().orElseGet(AbortableInputStream::createEmpty);
      return new Reply(
          response.httpResponse().statusCode(), response.httpResponse().headers(), body);
    } catch (SdkException e) {
      throw new IOException(Optional.ofNullable(e.getMessage()).orElse("the call failed"), e);
    }
  }

  /**
   * An answer that was read to its end.
   *
   * @param status the HTTP status
   * @param body the bytes
   */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  public record Answer(int status, byte[] body) {
    /** Whether the status is one of success. */
    public boolean isSuccess() {
      return status / 100 == 2;
    }
  }

  /** Makes a signed call and reads its answer to the end. */
  public Answer exchange(Call call) throws IOException {
    try (Reply reply = send(call, Signature.RIGHT)) {
      return new Answer(reply.status(), reply.body().readAllBytes());
    }
  }

  /**
   * Where a service is: at the server that was given, else at AWS.
   *
   * @param host the service's own part of the name of its host
   */
  public URI address(String host) {
    return access
        .endpoint()
        .orElseGet(
            () -> {
              String region = access.resolvedRegion().id();
              return URI.create("https://" + host + "." + region + "." + AwsAccess.domain(region));
            });
  }

  @Override
  public void close() {
    http.close();
  }

  private HttpExecuteRequest request(Call call, Signature signature) {
    SdkHttpRequest.Builder request =
        SdkHttpRequest.builder().method(SdkHttpMethod.fromValue(call.method())).uri(call.uri());
    call.headers().forEach(request::putHeader);
    if (signature == Signature.NONE) {
      return executable(request.build(), call.body());
    }
    SignedRequest signed =
        signer.sign(
            r ->
                r.identity(access.credentials().resolveCredentials())
                    .request(request.build())
                    .payload(() -> new ByteArrayInputStream(call.body()))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, call.service())
                    .putProperty(AwsV4HttpSigner.REGION_NAME, access.resolvedRegion().id()));
    return executable(
        signature == Signature.WRONG ? forged(signed.request()) : signed.request(), call.body());
  }

  private static HttpExecuteRequest executable(SdkHttpRequest request, byte[] body) {
    HttpExecuteRequest.Builder executable = HttpExecuteRequest.builder().request(request);
    if (body.length > 0) {
      executable.contentStreamProvider(() -> new ByteArrayInputStream(body));
    }
    return executable.build();
  }

  /** Everything is as it should be, but for the last digit of the signature. */
  private static SdkHttpRequest forged(SdkHttpRequest signed) {
    String right = signed.firstMatchingHeader(AUTHORIZATION).orElseThrow();
    char last = right.charAt(right.length() - 1) == '0' ? '1' : '0';
    return signed.toBuilder()
        .putHeader(AUTHORIZATION, right.substring(0, right.length() - 1) + last)
        .build();
  }
}
