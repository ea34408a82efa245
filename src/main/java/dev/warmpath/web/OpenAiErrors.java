package dev.warmpath.web;

import dev.warmpath.keys.TokenBudgets;
import dev.warmpath.keys.TokenWindow;
import dev.warmpath.router.port.EngineOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Errors in the form that OpenAI's clients understand. */
final class OpenAiErrors {
  /** A second: what is not busy but absent is looked for again by then. */
  private static final Duration USUAL_WAIT = Duration.ofSeconds(1);

  private OpenAiErrors() {}

  /** A request that was refused before any model was asked. */
  static HttpReply of(RequestException e) {
    HttpReply reply = reply(e.status(), e.sentence(), e.param(), e.code());
    return e.allowedMethod().isEmpty() ? reply : reply.with("allow", e.allowedMethod());
  }

  /** A tenant who has used up his tokens. */
  static HttpReply of(TokenBudgets.Overrun overrun) {
    long seconds = overrun.untilNext().plusMillis(999).toSeconds();
    boolean day = overrun.window() == TokenWindow.DAY;
    HttpReply reply =
        reply(
                429,
                "the budget of %d tokens for this %s is used up; the next begins in %d s"
                    .formatted(overrun.limit(), day ? "day" : "minute", seconds),
                "",
                day ? "insufficient_quota" : "rate_limit_exceeded")
            .with("retry-after", Long.toString(seconds));
    // OpenAI's clients heed it: to try again within seconds is of no use before the next day.
    return day ? reply.with("x-should-retry", "false") : reply;
  }

  /**
   * A model that did not answer.
   *
   * @param retryAfter when the caller may try again if the model is only busy
   */
  static HttpReply of(EngineOutcome.Failed failure, Duration retryAfter) {
    return reply(status(failure), failure.message(), "", "", retryAfter);
  }

  private static int status(EngineOutcome.Failed failure) {
    return switch (failure.kind()) {
      case BACKPRESSURE -> failure.status() == 429 ? 429 : 503;
      case FAULT, MISCONFIGURED -> 502;
      case TIMEOUT -> 504;
      case CALLER -> failure.status() >= 400 && failure.status() < 500 ? failure.status() : 400;
    };
  }

  /** Nothing is there that could answer. */
  static HttpReply unavailable(String message) {
    return reply(503, message, "", "");
  }

  /** A defect of the router itself; says nothing about it. */
  static HttpReply internal() {
    return reply(500, "the router failed; the request id names the log line", "", "");
  }

  /**
   * A failure as the last event of a stream: OpenAI's clients raise it. Its code says what kind of
   * failure it is, since the status was sent long before.
   */
  static byte[] event(EngineOutcome.Failed failure) {
    return bytes("data: " + json(failure) + "\n\n");
  }

  /** The same for a stream that may have broken off in the middle of an event. */
  static byte[] eventAfterCut(EngineOutcome.Failed failure) {
    return bytes("\n\ndata: " + json(failure) + "\n\n");
  }

  /** The same for JSON lines. */
  static byte[] lineAfterCut(EngineOutcome.Failed failure) {
    return bytes("\n" + json(failure) + "\n");
  }

  /** An engine's error that lacks the object around it, as an event. */
  static byte[] wrapped(byte[] error) {
    // Line feeds are white space to JSON but would end the event's line.
    String json = new String(error, StandardCharsets.UTF_8).replace('\n', ' ');
    return bytes("data: {\"error\":" + json + "}\n\n");
  }

  /** The same as a whole body, for a caller whose status was sent long before. */
  static byte[] body(EngineOutcome.Failed failure) {
    return bytes(json(status(failure), failure.message(), "", ""));
  }

  private static String json(EngineOutcome.Failed failure) {
    return json(status(failure), failure.message(), "", ReportHeaders.word(failure.kind()));
  }

  private static String json(int status, String message, String param, String code) {
    return "{\"error\":{\"message\":"
        + JsonText.quote(message)
        + ",\"type\":\""
        + type(status)
        + "\",\"param\":"
        + orNull(param)
        + ",\"code\":"
        + orNull(code)
        + "}}";
  }

  /** Every variant has too much work waiting. */
  static HttpReply shed(Duration retryAfter) {
    return reply(
        429, "every variant has too much work waiting; try again later", "", "", retryAfter);
  }

  private static HttpReply reply(int status, String message, String param, String code) {
    return reply(status, message, param, code, USUAL_WAIT);
  }

  private static HttpReply reply(
      int status, String message, String param, String code, Duration retryAfter) {
    Map<String, String> headers = new HashMap<>();
    headers.put("content-type", "application/json");
    if (status == 429 || status == 503) {
      // Whole seconds, never too few.
      headers.put("retry-after", Long.toString(retryAfter.plusMillis(999).toSeconds()));
    }
    return new HttpReply(status, headers, bytes(json(status, message, param, code)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String type(int status) {
    return switch (status) {
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 429 -> "rate_limit_error";
      default -> status < 500 ? "invalid_request_error" : "server_error";
    };
  }

  private static String orNull(String text) {
    return text.isEmpty() ? "null" : JsonText.quote(text);
  }
}
