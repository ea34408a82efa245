package dev.warmpath.local;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP front on 127.0.0.1 that behaves as API Gateway's REST proxy: every request becomes an
 * event for the handler, every response event an answer. Safe for any number of threads; the
 * handler is called by as many as there are requests.
 */
public final class LocalGateway implements AutoCloseable {
  /** The largest body that API Gateway takes. */
  static final int MAX_BODY_BYTES = 10 * 1024 * 1024;

  private static final Logger LOGGER = LoggerFactory.getLogger(LocalGateway.class);

  private final GatewaySettings settings;
  private final RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler;
  private final Runnable afterAnswer;
  private final LoopbackServer server;

  private LocalGateway(
      GatewaySettings settings,
      RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler,
      Runnable afterAnswer)
      throws IOException {
    this.settings = settings;
    this.handler = handler;
    this.afterAnswer = afterAnswer;
    this.server = LoopbackServer.listen(settings.port(), this::handle);
  }

  /**
   * Starts to listen.
   *
   * @param handler what answers; whatever it throws is a 502
   * @param afterAnswer run by the request's thread when its answer is out, also after a failure:
   *     the work that on Lambda is done before the environment asks for its next invocation
   * @throws IOException if the port is in use
   */
  public static LocalGateway listen(
      GatewaySettings settings,
      RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler,
      Runnable afterAnswer)
      throws IOException {
    return new LocalGateway(settings, handler, afterAnswer);
  }

  /** Where it listens. */
  public URI uri() {
    return server.uri();
  }

  /** Stops listening and interrupts running requests. */
  @Override
  public void close() {
    server.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String requestId = settings.requestIds().get();
    try (exchange) {
      answer(exchange, requestId).send(exchange);
    } finally {
      runAfterAnswer(requestId);
    }
  }

  private ProxyAnswer answer(HttpExchange exchange, String requestId) throws IOException {
    Optional<byte[]> body = BoundedBody.read(exchange.getRequestBody(), MAX_BODY_BYTES);
    if (body.isEmpty()) {
      return ProxyAnswer.TOO_LONG;
    }
    long deadline = settings.nanos().getAsLong() + settings.functionTimeout().toNanos();
    LocalContext context = new LocalContext(requestId, settings.nanos(), deadline);
    APIGatewayProxyRequestEvent event =
        ProxyEvents.event(exchange, body.get(), requestId, settings.wall().instant());
    try {
      return ProxyAnswer.of(handler.handleRequest(event, context));
    } catch (RuntimeException | Error e) {
      // As on Lambda, even an Error ends the invocation and not the door.
      logFailure("handler failed", requestId, e);
      return ProxyAnswer.BAD_GATEWAY;
    }
  }

  private void runAfterAnswer(String requestId) {
    try {
      afterAnswer.run();
    } catch (RuntimeException e) {
      logFailure("work after the answer failed", requestId, e);
    }
  }

  /** The message of an exception may quote a prompt: it appears at debug level only. */
  private static void logFailure(String what, String requestId, Throwable failure) {
    LOGGER
        .atError()
        .addKeyValue("requestId", requestId)
        .addKeyValue("error", failure.getClass().getName())
        .log(what);
    LOGGER.atDebug().setCause(failure).log(what);
  }
}
