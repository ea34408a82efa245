package dev.warmpath.web;

import dev.warmpath.router.RouteOutcome;
import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteRequest;
import dev.warmpath.router.Router;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The router as OpenAI's clients see it, behind any door: API Gateway or a local port.
 *
 * <p>The one place that turns outcomes into HTTP and writes one log line per request. Safe for any
 * number of threads.
 */
public final class OpenAiFront {
  /** The largest body that Lambda can receive: 6 MB for a synchronous call. */
  public static final int MAX_BODY_BYTES = 6 * 1024 * 1024;

  private static final Logger LOGGER = LoggerFactory.getLogger(OpenAiFront.class);

  private final Router router;
  private final Models models;

  /**
   * Makes a front.
   *
   * @param router who places and sends
   * @param models which models are served
   */
  public OpenAiFront(Router router, Models models) {
    this.router = router;
    this.models = models;
  }

  /** Answers a request; never throws. */
  public HttpReply answer(HttpRequest request) {
    try {
      Endpoint endpoint = Endpoint.of(request.method(), request.path());
      return endpoint == Endpoint.PING ? pong() : route(endpoint, request);
    } catch (RequestException e) {
      LOGGER
          .atInfo()
          .addKeyValue("requestId", request.requestId())
          .addKeyValue("status", e.status())
          .addKeyValue("param", e.param())
          .log("refused");
      return withRequestId(OpenAiErrors.of(e), request.requestId());
    } catch (RuntimeException e) {
      // Only the class and the stack: a message might quote the prompt.
      LOGGER
          .atError()
          .addKeyValue("requestId", request.requestId())
          .addKeyValue("error", e.getClass().getName())
          .addKeyValue("at", e.getStackTrace().length == 0 ? "" : e.getStackTrace()[0])
          .log("router failed");
      return withRequestId(OpenAiErrors.internal(), request.requestId());
    }
  }

  /** The answer to a body that a door could not even decode: 400. */
  public static HttpReply unreadableBody(String requestId) {
    return withRequestId(
        OpenAiErrors.of(
            RequestException.badField("", "the request body says it is base64 but is not")),
        requestId);
  }

  private static HttpReply pong() {
    return new HttpReply(
        200,
        Map.of("content-type", "application/json"),
        "{\"status\":\"ok\"}".getBytes(StandardCharsets.UTF_8));
  }

  private HttpReply route(Endpoint endpoint, HttpRequest request) throws RequestException {
    if (request.body().length > MAX_BODY_BYTES) {
      throw RequestException.tooLarge(request.body().length, MAX_BODY_BYTES);
    }
    ParsedRequest parsed = ParsedRequest.of(endpoint, request, models);
    RouteOutcome outcome =
        router.route(
            new RouteRequest(
                request.requestId(),
                parsed.prompt(),
                parsed.body(),
                parsed.maxOutputTokens(),
                request.deadline()));
    HttpReply reply =
        switch (outcome) {
          case RouteOutcome.Answered(var answer, var report) ->
              new HttpReply(200, Map.of("content-type", answer.contentType()), answer.body());
          case RouteOutcome.Failed(var failure, var report) -> OpenAiErrors.of(failure);
          case RouteOutcome.NoTarget(var message, var report) -> OpenAiErrors.unavailable(message);
        };
    log(outcome.report(), reply.status());
    return withHeaders(reply, ReportHeaders.of(outcome.report()));
  }

  private static void log(RouteReport report, int status) {
    LOGGER
        .atInfo()
        .addKeyValue("requestId", report.requestId())
        .addKeyValue("status", status)
        .addKeyValue("variant", report.target().map(t -> t.label()).orElse("none"))
        .addKeyValue("decision", report.reason().map(ReportHeaders::word).orElse("none"))
        .addKeyValue("promptTokens", report.usage().promptTokens().orElse(report.tokens().prompt()))
        .addKeyValue("matchedTokens", report.tokens().routed())
        .addKeyValue("availableTokens", report.tokens().available())
        .addKeyValue("cachedTokens", report.usage().cachedTokens().orElse(-1))
        .addKeyValue("claim", ReportHeaders.word(report.claim()))
        .addKeyValue("degraded", report.degradation().map(ReportHeaders::word).orElse("no"))
        .addKeyValue("routerMs", report.routerTime().toMillis())
        .addKeyValue("elapsedMs", report.engineTime().toMillis())
        .log("routed");
  }

  private static HttpReply withRequestId(HttpReply reply, String requestId) {
    return withHeaders(reply, Map.of("x-warmpath-request-id", requestId));
  }

  private static HttpReply withHeaders(HttpReply reply, Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(reply.headers());
    headers.putAll(more);
    return new HttpReply(reply.status(), headers, reply.body());
  }
}
