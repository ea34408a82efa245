package dev.warmpath.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.web.ReplySink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An answer on its way through the Runtime API, in the format that API Gateway and function URLs
 * take apart: a JSON prelude, eight NUL bytes, the body.
 */
final class AnswerStream implements ReplySink, AutoCloseable {
  /*
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
   */

  /** API Gateway wants to see the delimiter within this. */
  static final int MAX_PRELUDE_BYTES = 16 * 1024;

  private static final int DELIMITER_BYTES = 8;
  private static final String ERROR_TYPE = "Lambda-Runtime-Function-Error-Type";
  private static final String ERROR_BODY = "Lambda-Runtime-Function-Error-Body";
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);

  /** Lambda's longest invocation: a deadline further ahead stems from a wrong clock. */
  private static final Duration MOST_PATIENCE = Duration.ofMinutes(15);

  private final ApiAddress address;
  private final String path;
  private final Instant deadline;
  private final InstantSource clock;
  private Optional<ChunkedPost> post = Optional.empty();
  private boolean broken;

  /**
   * Makes an answer that has not begun.
   *
   * @param deadline when Lambda ends the invocation
   */
  AnswerStream(ApiAddress address, String path, Instant deadline, InstantSource clock) {
    this.address = address;
    this.path = path;
    this.deadline = deadline;
    this.clock = clock;
  }

  @Override
  public void start(int status, Map<String, String> headers) throws IOException {
    if (post.isPresent()) {
      throw new IllegalStateException("an answer can begin only once");
    }
    byte[] prelude = prelude(status, headers);
    Map<String, String> request = new LinkedHashMap<>();
    request.put("Lambda-Runtime-Function-Response-Mode", "streaming");
    request.put("Content-Type", "application/vnd.awslambda.http-integration-response");
    request.put("Trailer", ERROR_TYPE + ", " + ERROR_BODY);
    post = Optional.of(ChunkedPost.open(address, path, request, prelude));
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    try {
      begun().write(bytes);
    } catch (IOException e) {
      broken = true;
      throw e;
    }
  }

  /** Whether any of it may have been received. */
  boolean hasBegun() {
    return post.isPresent();
  }

  /** Whether the other side has stopped listening. */
  boolean isBroken() {
    return broken;
  }

  /**
   * Ends a whole answer.
   *
   * @throws IOException if Lambda does not confirm that it has it
   */
  void finish() throws IOException {
    end(Map.of());
  }

  /**
   * Ends an answer that lacks its end.
   *
   * @throws IOException if Lambda does not confirm that it knows
   */
  void fail(FunctionError error) throws IOException {
    Map<String, String> trailers = new LinkedHashMap<>();
    trailers.put(ERROR_TYPE, error.type());
    trailers.put(ERROR_BODY, Base64.getEncoder().encodeToString(error.json()));
    end(trailers);
  }

  @Override
  public void close() {
    post.ifPresent(ChunkedPost::close);
  }

  private void end(Map<String, String> trailers) throws IOException {
    HttpAnswer reply = begun().finish(trailers, patience());
    if (reply.status() / 100 != 2) {
      throw new ProtocolException("the Runtime API refused an answer with " + reply.status());
    }
  }

  private Duration patience() {
    Duration left = Duration.between(clock.instant(), deadline);
    if (left.compareTo(MOST_PATIENCE) > 0) {
      return MOST_PATIENCE;
    }
    return left.compareTo(LEAST_PATIENCE) > 0 ? left : LEAST_PATIENCE;
  }

  private ChunkedPost begun() {
    return post.orElseThrow(() -> new IllegalStateException("the answer has not begun"));
  }

  private static byte[] prelude(int status, Map<String, String> headers) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("statusCode", status);
    fields.put("headers", headers);
    ByteArrayOutputStream prelude = new ByteArrayOutputStream();
    // JSON writes NUL as six characters, so the delimiter is the first place with real ones.
    prelude.write(JSON.std.asString(fields).getBytes(StandardCharsets.UTF_8));
    prelude.write(new byte[DELIMITER_BYTES]);
    if (prelude.size() > MAX_PRELUDE_BYTES) {
      throw new IllegalArgumentException(
          "status and headers must fit " + MAX_PRELUDE_BYTES + " bytes but have " + prelude.size());
    }
    return prelude.toByteArray();
  }
}
