package dev.warmpath.web;

import dev.warmpath.router.RouteOutcome;
import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteRequest;
import dev.warmpath.router.Router;
import dev.warmpath.router.port.AnswerReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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

  private final Router router;
  private final Models models;
  private final AnswerReader answers;
  private final Tenants tenants;
  private final InstantSource clock;
  private final PrefixWatch watch;

  /**
   * Makes a front.
   *
   * @param router who places and sends
   * @param models which models are served
   * @param answers reads the usage of answers
   * @param tenants keeps tenants apart
   * @param clock the time of day
   * @param watch is shown every prompt whose request was answered or failed
   */
  public OpenAiFront(
      Router router,
      Models models,
      AnswerReader answers,
      Tenants tenants,
      InstantSource clock,
      PrefixWatch watch) {
    this.router = router;
    this.models = models;
    this.answers = answers;
    this.tenants = tenants;
    this.clock = clock;
    this.watch = watch;
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
      switch (endpoint) {
        case PING -> send(sink, pong());
        case MODELS -> answer(endpoint, request, ModelList.all(models), sink);
        case MODEL ->
            answer(
                endpoint, request, ModelList.one(models, endpoint.parameter(request.path())), sink);
        case ROUTE -> explain(request, sink);
        case CHAT, COMPLETIONS, EMBEDDINGS, INVOCATIONS -> route(endpoint, request, sink);
      }
    } catch (RequestException e) {
      RequestLog.refused(request, e);
      send(sink, withRequestId(OpenAiErrors.of(e), request.requestId()));
    } catch (RuntimeException e) {
      RequestLog.broke(request, e);
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
    return HttpReply.ofJson("{\"status\":\"ok\"}");
  }

  /** Answers what needs no model. */
  private static void answer(
      Endpoint endpoint, HttpRequest request, HttpReply reply, ReplySink sink) throws IOException {
    RequestLog.answered(request, endpoint);
    send(sink, withRequestId(reply, request.requestId()));
  }

  private void explain(HttpRequest request, ReplySink sink) throws RequestException, IOException {
    ParsedRequest parsed = parsed(Endpoint.ROUTE, request);
    HttpReply reply =
        ExplanationJson.of(
            router.explain(parsed.prompt(), parsed.byLoad()), parsed.prompt().scope().model());
    answer(Endpoint.ROUTE, request, reply, sink);
  }

  private ParsedRequest parsed(Endpoint endpoint, HttpRequest request) throws RequestException {
    if (request.body().length > MAX_BODY_BYTES) {
      throw RequestException.tooLarge(request.body().length, MAX_BODY_BYTES);
    }
    return tenants.isolated(
        request.caller(), ParsedRequest.of(endpoint, request, models, answers, clock.instant()));
  }

  private void route(Endpoint endpoint, HttpRequest request, ReplySink sink)
      throws RequestException, IOException {
    Optional<HttpReply> refusal = tenants.refusal(request);
    if (refusal.isPresent()) {
      RequestLog.overBudget(request, refusal.get().status());
      send(sink, withRequestId(refusal.get(), request.requestId()));
      return;
    }
    ParsedRequest parsed = parsed(endpoint, request);
    RouteOutcome outcome =
        router.route(
            new RouteRequest(
                request.requestId(),
                parsed.prompt(),
                parsed.byLoad(),
                parsed.body(),
                parsed.maxOutputTokens(),
                request.deadline(),
                parsed.stream(),
                parsed.format()),
            new FrontSink(sink));
    Told told =
        switch (outcome) {
          case RouteOutcome.Answered(var _) -> new Told(200, "routed", Optional.empty());
          case RouteOutcome.Broken(var _, var _) -> new Told(200, "broke off", Optional.empty());
          case RouteOutcome.Gone(var _) -> new Told(CLIENT_CLOSED, "caller left", Optional.empty());
          case RouteOutcome.Failed(var failure, var retryAfter, var _) ->
              Told.error(OpenAiErrors.of(failure, retryAfter));
          case RouteOutcome.NoTarget(var message, var _) ->
              Told.error(OpenAiErrors.unavailable(message));
          case RouteOutcome.Shed(var retryAfter, var _) ->
              Told.error(OpenAiErrors.shed(retryAfter));
        };
    RouteReport report = outcome.report();
    // An answer that has begun counts, however it ended.
    if (told.error().isEmpty()) {
      tenants.spend(request, report);
    }
    RequestLog.routed(
        request, report, endpoint, parsed.prompt().scope().model(), told.status(), told.message());
    if (told.error().isPresent()) {
      send(sink, withHeaders(told.error().get(), ReportHeaders.of(report)));
    }
    if (!parsed.byLoad()) {
      watch.observe(request.requestId(), parsed.prompt());
    }
  }

  /** What the log says of an outcome, and the error that the caller has not been told yet. */
  private record Told(int status, String message, Optional<HttpReply> error) {
    static Told error(HttpReply error) {
      return new Told(error.status(), "failed", Optional.of(error));
    }
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
