package dev.warmpath.web;

import dev.warmpath.prompt.volatility.VolatilePiece;
import dev.warmpath.router.RouteReport;
import dev.warmpath.routing.Target;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The one line that each request but a ping leaves in the log; {@code docs/headers.md} lists its
 * keys. No line holds text or keys.
 */
final class RequestLog {
  private static final Logger LOGGER = LoggerFactory.getLogger(RequestLog.class);

  private RequestLog() {}

  /**
   * A request that went to a model, or should have.
   *
   * @param model the public name of the model
   */
  static void routed(
      HttpRequest request,
      RouteReport report,
      Endpoint endpoint,
      String model,
      int status,
      String message) {
    line(request, endpoint, status)
        .addKeyValue("model", model)
        .addKeyValue("variant", label(report.target()))
        .addKeyValue("advised", label(report.advised()))
        .addKeyValue("decision", report.reason().map(ReportHeaders::word).orElse("none"))
        .addKeyValue("candidates", report.candidates().size())
        .addKeyValue("promptTokens", report.usage().promptTokens().orElse(report.tokens().prompt()))
        .addKeyValue("availableTokens", report.tokens().available())
        .addKeyValue("matchedTokens", report.tokens().routed())
        .addKeyValue("cachedTokens", report.usage().cachedTokens().orElse(-1))
        .addKeyValue("outputTokens", report.usage().outputTokens().orElse(-1))
        .addKeyValue("claim", ReportHeaders.word(report.claim()))
        .addKeyValue("degraded", report.degradation().map(ReportHeaders::word).orElse("no"))
        .addKeyValue("routerMs", report.routerTime().toMillis())
        .addKeyValue("ttftMs", report.firstToken().map(Duration::toMillis).orElse(-1L))
        .addKeyValue("failovers", report.failovers())
        .addKeyValue("failure", report.failure().map(ReportHeaders::word).orElse("no"))
        .addKeyValue("elapsedMs", report.engineTime().toMillis())
        .log(message);
  }

  /**
   * A family of prompts that spoils its own prefix; tells the shape and place of the piece only.
   *
   * @param requestId one of the requests
   */
  static void volatilePrefix(String requestId, VolatilePiece piece) {
    LOGGER
        .atWarn()
        .addKeyValue("requestId", requestId)
        .addKeyValue("kind", piece.kind().label())
        .addKeyValue("role", piece.role())
        .addKeyValue("segment", piece.segment())
        .addKeyValue("offsetBytes", piece.offsetBytes())
        .addKeyValue("sharedBytes", piece.sharedBytes())
        .addKeyValue("prompts", piece.prompts())
        .log("volatile prefix");
  }

  /** A request that needed no model. */
  static void answered(HttpRequest request, Endpoint endpoint) {
    line(request, endpoint, 200).log("answered");
  }

  /** A request that the caller must change. */
  static void refused(HttpRequest request, RequestException refusal) {
    LOGGER
        .atInfo()
        .addKeyValue("requestId", request.requestId())
        .addKeyValue("status", refusal.status())
        .addKeyValue("param", refusal.param())
        .log("refused");
  }

  /** A caller whose budget is used up. */
  static void overBudget(HttpRequest request, int status) {
    LOGGER
        .atInfo()
        .addKeyValue("requestId", request.requestId())
        .addKeyValue("keyId", request.caller().keyId())
        .addKeyValue("status", status)
        .log("over budget");
  }

  /** A defect of the router: only the class and the place, since a message might quote a prompt. */
  static void broke(HttpRequest request, RuntimeException defect) {
    LOGGER
        .atError()
        .addKeyValue("requestId", request.requestId())
        .addKeyValue("error", defect.getClass().getName())
        .addKeyValue("at", defect.getStackTrace().length == 0 ? "" : defect.getStackTrace()[0])
        .log("router failed");
  }

  private static LoggingEventBuilder line(HttpRequest request, Endpoint endpoint, int status) {
    LoggingEventBuilder line =
        LOGGER
            .atInfo()
            .addKeyValue("requestId", request.requestId())
            .addKeyValue("path", endpoint.path())
            .addKeyValue("status", status);
    Caller caller = request.caller();
    return caller.isNamed() ? line.addKeyValue("keyId", caller.keyId()) : line;
  }

  private static String label(Optional<Target> target) {
    return target.map(Target::label).orElse("none");
  }
}
