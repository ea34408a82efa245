package dev.warmpath.aws;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;

/**
 * HTTP by the JDK's first client, for a start of few classes and calls of few bytes. It keeps a
 * connection for 5 seconds, and sends a request again, once, whose connection broke before there
 * was an answer. Safe for any number of threads.
 */
final class JdkHttp implements SdkHttpClient {
  private static final int FIRST_ERROR = 400;

  private final Duration silence;

  /**
   * Makes a client.
   *
   * @param silence how long the other side may say nothing, in connecting and in answering
   */
  JdkHttp(Duration silence) {
    this.silence = silence;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new Prepared(request);
  }

  @Override
  public void close() {
    // The JDK closes idle connections by itself.
  }

  private final class Prepared implements ExecutableHttpRequest {
    private final HttpExecuteRequest request;
    private volatile @Nullable HttpURLConnection connection;

    Prepared(HttpExecuteRequest request) {
      this.request = request;
    }

    @Override
    public HttpExecuteResponse call() throws IOException {
      HttpURLConnection opened =
          (HttpURLConnection) request.httpRequest().getUri().toURL().openConnection();
      connection = opened;
      opened.setConnectTimeout(Math.toIntExact(silence.toMillis()));
      opened.setReadTimeout(Math.toIntExact(silence.toMillis()));
      opened.setInstanceFollowRedirects(false);
      opened.setRequestMethod(request.httpRequest().method().name());
      request
          .httpRequest()
          .headers()
          .forEach((name, values) -> opened.setRequestProperty(name, String.join(",", values)));
      if (request.contentStreamProvider().isPresent()) {
        opened.setDoOutput(true);
        try (InputStream body = request.contentStreamProvider().get().newStream();
            OutputStream out = opened.getOutputStream()) {
          body.transferTo(out);
        }
      }
      return answer(opened);
    }

    @Override
    public void abort() {
      Optional.ofNullable(connection).ifPresent(HttpURLConnection::disconnect);
    }

    private static HttpExecuteResponse answer(HttpURLConnection opened) throws IOException {
      int status = opened.getResponseCode();
      @Nullable InputStream body =
          status < FIRST_ERROR ? opened.getInputStream() : opened.getErrorStream();
      // The status line stands under no name.
      Map<String, List<String>> headers =
          opened.getHeaderFields().entrySet().stream()
              .filter(header -> header.getKey() != null)
              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
      return HttpExecuteResponse.builder()
          .response(SdkHttpFullResponse.builder().statusCode(status).headers(headers).build())
          .responseBody(
              AbortableInputStream.create(body == null ? InputStream.nullInputStream() : body))
          .build();
    }
  }
}
