package dev.warmpath.local;

import com.sun.net.httpserver.HttpExchange;
import dev.warmpath.local.LocalEndpoint.Hosted;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A SageMaker Runtime on 127.0.0.1 that speaks the real wire protocol of InvokeEndpoint and
 * InvokeEndpointWithResponseStream, so that the real SDK can be pointed at it. Signatures are not
 * checked. Safe for any number of threads.
 */
public final class LocalSageMaker implements AutoCloseable {
  /** The largest request of a real-time endpoint. */
  static final int MAX_BODY_BYTES = 25 * 1024 * 1024;

  private static final Logger LOGGER = LoggerFactory.getLogger(LocalSageMaker.class);
  private static final Pattern INVOCATIONS =
      Pattern.compile("/endpoints/([^/]+)/invocations(-response-stream)?");

  /** The status of an exchange whose head has not been sent. */
  private static final int NOTHING_SENT = -1;

  private static final String TARGET_VARIANT = "X-Amzn-SageMaker-Target-Variant";
  private static final String INFERENCE_COMPONENT = "X-Amzn-SageMaker-Inference-Component";

  private final Map<String, LocalEndpoint> endpoints;
  private final AtomicLong requests = new AtomicLong();
  private final LoopbackServer server;

  private LocalSageMaker(int port, List<LocalEndpoint> endpoints) throws IOException {
    this.endpoints =
        endpoints.stream().collect(Collectors.toUnmodifiableMap(LocalEndpoint::name, e -> e));
    this.server = LoopbackServer.listen(port, this::handle);
  }

  /**
   * Starts to listen.
   *
   * @param port 0 for any free one
   * @param endpoints what can be invoked; names must differ
   * @throws IOException if the port is in use
   */
  public static LocalSageMaker listen(int port, List<LocalEndpoint> endpoints) throws IOException {
    return new LocalSageMaker(port, endpoints);
  }

  /** Where it listens: the endpoint override for a client. */
  public URI uri() {
    return server.uri();
  }

  /** Stops listening and interrupts running requests; the engines are not closed. */
  @Override
  public void close() {
    server.close();
  }

  /**
   * Answers one request. What is thrown here makes the server cut the connection, which is what a
   * cut answer and a client that has gone need.
   */
  private void handle(HttpExchange exchange) throws IOException {
    long request = requests.incrementAndGet();
    exchange.getResponseHeaders().set("x-amzn-RequestId", "local-" + request);
    try {
      answer(exchange, request);
    } catch (RuntimeException e) {
      // A defect here must look like one of SageMaker, not like a broken connection. The message
      // stays out of the log at this level: it may quote a prompt.
      LOGGER.atError().addKeyValue("error", e.getClass().getName()).log("local sagemaker failed");
      LOGGER.atDebug().setCause(e).log("local sagemaker failed");
      if (exchange.getResponseCode() != NOTHING_SENT) {
        throw e;
      }
      RuntimeAnswer.internalFailure().sendTo(exchange);
    }
    exchange.close();
  }

  private void answer(HttpExchange exchange, long request) throws IOException {
    Optional<byte[]> body = BoundedBody.read(exchange.getRequestBody(), MAX_BODY_BYTES);
    Matcher path = INVOCATIONS.matcher(exchange.getRequestURI().getPath());
    if (!path.matches() || !exchange.getRequestMethod().equals("POST")) {
      RuntimeAnswer.unknownOperation().sendTo(exchange);
      return;
    }
    if (body.isEmpty()) {
      RuntimeAnswer.tooLarge(MAX_BODY_BYTES).sendTo(exchange);
      return;
    }
    Optional<LocalEndpoint> endpoint = Optional.ofNullable(endpoints.get(path.group(1)));
    if (endpoint.isEmpty()) {
      RuntimeAnswer.noSuchEndpoint(path.group(1)).sendTo(exchange);
      return;
    }
    Choice choice = choose(endpoint.get(), exchange, request);
    if (choice.hosted().isEmpty()) {
      choice.otherwise().sendTo(exchange);
    } else if (path.group(2) == null) {
      invoke(endpoint.get(), choice.hosted().get(), body.get(), exchange).sendTo(exchange);
    } else {
      stream(endpoint.get(), choice.hosted().get(), body.get(), exchange);
    }
  }

  private static RuntimeAnswer invoke(
      LocalEndpoint endpoint, Hosted hosted, byte[] body, HttpExchange exchange) {
    ContainerAnswer answer = hosted.container().invoke(body, header(exchange, "Content-Type"));
    return answer.status() >= 200 && answer.status() < 400
        ? RuntimeAnswer.success(hosted.variant(), answer)
        : RuntimeAnswer.modelError(endpoint.name(), hosted.variant(), answer);
  }

  private static void stream(
      LocalEndpoint endpoint, Hosted hosted, byte[] body, HttpExchange exchange)
      throws IOException {
    EventStreamSink sink = new EventStreamSink(exchange, endpoint.name(), hosted.variant());
    try {
      hosted.container().stream(body, header(exchange, "Content-Type"), sink);
      sink.end();
    } catch (BrokenAnswerException e) {
      switch (e.how()) {
        case MODEL_BROKEN -> sink.fail("ModelStreamError", modelStreamError("StreamBroken"));
        case MODEL_LATE ->
            sink.fail("ModelStreamError", modelStreamError("ModelInvocationTimeExceeded"));
        case INTERNAL_FAILURE ->
            sink.fail("InternalStreamFailure", Map.of("Message", "Internal failure."));
        case CONNECTION_CUT -> throw e;
      }
    }
  }

  private static Map<String, String> modelStreamError(String code) {
    return Map.of("ErrorCode", code, "Message", "The model's answer broke off.");
  }

  /** What a request addresses: a server, or nothing, with the reason as an answer. */
  private record Choice(Optional<Hosted> hosted, RuntimeAnswer otherwise) {}

  private static Choice choose(LocalEndpoint endpoint, HttpExchange exchange, long request) {
    List<Hosted> hosted = endpoint.hosted();
    String component = header(exchange, INFERENCE_COMPONENT);
    if (!component.isEmpty()) {
      return new Choice(
          first(hosted, h -> h.inferenceComponent().equals(component)),
          RuntimeAnswer.invalid("Inference Component " + component + " not found."));
    }
    String variant = header(exchange, TARGET_VARIANT);
    if (!variant.isEmpty()) {
      return new Choice(
          first(hosted, h -> h.variant().equals(variant)),
          RuntimeAnswer.invalid(
              "Variant " + variant + " not found for endpoint " + endpoint.name() + "."));
    }
    Hosted next = hosted.get((int) (request % hosted.size()));
    return new Choice(
        Optional.of(next).filter(h -> h.inferenceComponent().isEmpty()),
        RuntimeAnswer.invalid(
            "Inference Component Name header is required for endpoints to which you plan to deploy"
                + " inference components."));
  }

  private static Optional<Hosted> first(List<Hosted> hosted, Predicate<Hosted> wanted) {
    return hosted.stream().filter(wanted).findFirst();
  }

  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }
}
