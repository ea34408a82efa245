package dev.warmpath.web;

import dev.warmpath.router.RouteOutcome;
import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteRequest;
import dev.warmpath.router.Router;
import dev.warmpath.router.port.AnswerReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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

  /** What web servers write into their logs for a caller who left; it is never sent. */
  private static final int CLIENT_CLOSED = 499;

  private static final Logger LOGGER = LoggerFactory.getLogger(OpenAiFront.class);

  private final Router router;
  private final Models models;
  private final AnswerReader answers;
  private final Tenants tenants;
  private final InstantSource clock;

  /**
   * Makes a front.
   *
   * @param router who places and sends
   * @param models which models are served
   * @param answers reads the usage of answers
   * @param tenants keeps tenants apart
   * @param clock the time of day
   */
  public OpenAiFront(
      Router router, Models models, AnswerReader answers, Tenants tenants, InstantSource clock) {
    this.router = router;
    this.models = models;
    this.answers = answers;
    this.tenants = tenants;
    this.clock = clock;
  }

  /** Answers a request in one piece; never throws. */
  public HttpReply answer(HttpRequest request) {
    return answer(() -> request, request.requestId());
  }

  /** Answers in one piece a request that a door may not be able to decode: that is a 400. */
  public HttpReply answer(UndecodedRequest request, String requestId) {
    CollectedReply collected = new CollectedReply();
    try {
      answer(request, requestId, collected);
    } catch (IOException e) {
      throw new UncheckedIOException("collecting must not fail", e);
    }
    return collected.reply();
  }

  /**
   * Answers as the answer comes a request that a door may not be able to decode: that is a 400.
   *
   * @throws IOException if the caller has left before the answer began, or there is no request
   */
  public void answer(UndecodedRequest undecoded, String requestId, ReplySink door)
      throws IOException {
    HttpRequest request;
    try {
      request = undecoded.decode();
    } catch (IllegalArgumentException e) {
      RequestException refusal =
          RequestException.badField("", "the request body says it is base64 but is not");
      send(door, withRequestId(OpenAiErrors.of(refusal), requestId));
      return;
    }
    answer(request, door);
  }

  /**
   * Answers a request as the answer comes.
   *
   * @throws IOException if the caller has left before the answer began
   */
  public void answer(HttpRequest request, ReplySink door) throws IOException {
    Started sink = new Started(door);
    try {
      Endpoint endpoint = Endpoint.of(request.method(), request.path());
      if (endpoint == Endpoint.PING) {
        send(sink, pong());
      } else {
        route(endpoint, request, sink);
      }
    } catch (RequestException e) {
      LOGGER
          .atInfo()
          .addKeyValue("requestId", request.requestId())
          .addKeyValue("status", e.status())
          .addKeyValue("param", e.param())
          .log("refused");
      send(sink, withRequestId(OpenAiErrors.of(e), request.requestId()));
    } catch (RuntimeException e) {
      // Only the class and the stack: a message might quote the prompt.
      LOGGER
          .atError()
          .addKeyValue("requestId", request.requestId())
          .addKeyValue("error", e.getClass().getName())
          .addKeyValue("at", e.getStackTrace().length == 0 ? "" : e.getStackTrace()[0])
          .log("router failed");
      if (!sink.started()) {
        send(sink, withRequestId(OpenAiErrors.internal(), request.requestId()));
      }
    }
  }

  private static void send(ReplySink sink, HttpReply reply) throws IOException {
    sink.start(reply.status(), reply.headers());
    sink.write(reply.body());
  }

  /** Remembers whether an answer has begun. */
  private static final class Started implements ReplySink {
    private final ReplySink door;
    private boolean started;

    Started(ReplySink door) {
      this.door = door;
    }

    @Override
    public void start(int status, Map<String, String> headers) throws IOException {
      started = true;
      door.start(status, headers);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      door.write(bytes);
    }

    boolean started() {
      return started;
    }
  }

  private static HttpReply pong() {
    return new HttpReply(
        200,
        Map.of("content-type", "application/json"),
        "{\"status\":\"ok\"}".getBytes(StandardCharsets.UTF_8));
  }

  private void route(Endpoint endpoint, HttpRequest request, ReplySink sink)
      throws RequestException, IOException {
    if (request.body().length > MAX_BODY_BYTES) {
      throw RequestException.tooLarge(request.body().length, MAX_BODY_BYTES);
    }
    Optional<HttpReply> refusal = tenants.refusal(request);
    if (refusal.isPresent()) {
      logRefusal(request, refusal.get().status());
      send(sink, withRequestId(refusal.get(), request.requestId()));
      return;
    }
    ParsedRequest understood =
        ParsedRequest.of(endpoint, request, models, answers, clock.instant());
    ParsedRequest parsed = tenants.isolated(request.caller(), understood);
    RouteOutcome outcome =
        router.route(
            new RouteRequest(
                request.requestId(),
                parsed.prompt(),
                parsed.body(),
                parsed.maxOutputTokens(),
                request.deadline(),
                parsed.stream(),
                parsed.format()),
            new FrontSink(sink));
    switch (outcome) {
      case RouteOutcome.Answered(var report) -> finish(request, report, 200, "routed");
      case RouteOutcome.Broken(var _, var report) -> finish(request, report, 200, "broke off");
      case RouteOutcome.Gone(var report) -> finish(request, report, CLIENT_CLOSED, "caller left");
      case RouteOutcome.Failed(var failure, var retryAfter, var report) ->
          refuse(sink, OpenAiErrors.of(failure, retryAfter), report);
      case RouteOutcome.NoTarget(var message, var report) ->
          refuse(sink, OpenAiErrors.unavailable(message), report);
    }
  }

  /** An answer that has begun counts, however it ended. */
  private void finish(HttpRequest request, RouteReport report, int status, String message) {
    tenants.spend(request, report);
    log(report, status, message);
  }

  private static void logRefusal(HttpRequest request, int status) {
    LOGGER
        .atInfo()
        .addKeyValue("requestId", request.requestId())
        .addKeyValue("keyId", request.caller().keyId())
        .addKeyValue("status", status)
        .log("over budget");
  }

  private static void refuse(ReplySink sink, HttpReply error, RouteReport report)
      throws IOException {
    log(report, error.status(), "failed");
    send(sink, withHeaders(error, ReportHeaders.of(report)));
  }

  private static void log(RouteReport report, int status, String message) {
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
        .addKeyValue("ttftMs", report.firstToken().map(Duration::toMillis).orElse(-1L))
        .addKeyValue("failovers", report.failovers())
        .addKeyValue("failure", report.failure().map(ReportHeaders::word).orElse("no"))
        .addKeyValue("elapsedMs", report.engineTime().toMillis())
        .log(message);
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
