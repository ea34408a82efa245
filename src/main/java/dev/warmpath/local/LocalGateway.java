package dev.warmpath.local;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.warmpath.table.OperatedTable;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;
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
  private final GatewayFunction function;
  private final Consumer<String> afterAnswer;
  private final LoopbackServer server;

  private LocalGateway(
      GatewaySettings settings, GatewayFunction function, Consumer<String> afterAnswer)
      throws IOException {
    this.settings = settings;
    this.function = function;
    this.afterAnswer = afterAnswer;
    this.server = LoopbackServer.listen(settings.port(), this::handle);
  }

  /**
   * Starts to listen, over a function that answers in pieces: the response mode STREAM.
   *
   * @param function what answers; whatever it throws before it has begun is a 502
   * @param afterAnswer told the request's id by its thread when its answer is out, also after a
   *     failure: the work that on Lambda is done before the environment asks for its next
   *     invocation
   * @throws IOException if the port is in use
   */
  public static LocalGateway listen(
      GatewaySettings settings, GatewayFunction function, Consumer<String> afterAnswer)
      throws IOException {
    return new LocalGateway(settings, function, afterAnswer);
  }

  /**
   * Starts to listen, over a handler that answers in one piece: the response mode BUFFERED.
   *
   * @param handler what answers; whatever it throws is a 502
   * @param afterAnswer as above
   * @throws IOException if the port is in use
   */
  public static LocalGateway listenBuffered(
      GatewaySettings settings,
      RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler,
      Consumer<String> afterAnswer)
      throws IOException {
    return new LocalGateway(
        settings,
        (event, context, reply) ->
            ProxyAnswer.of(handler.handleRequest(event, context)).send(reply),
        afterAnswer);
  }

  /** Opens a table to its operator, beside the door of the callers. */
  public void openTable(OperatedTable table) {
    server.answerBelow(TableDoor.PATH, new TableDoor(table));
  }

  /**
   * Opens a page to whoever sits at this machine, beside the door of the callers.
   *
   * @param path below which it answers; it answers at {@code /} too
   */
  public void openPage(String path, HttpHandler page) {
    server.answerBelow(path, page);
    server.answerAt("/", page);
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
      answer(exchange, requestId);
    } finally {
      runAfterAnswer(requestId);
    }
  }

  private void answer(HttpExchange exchange, String requestId) throws IOException {
    StreamedReply reply = new StreamedReply(exchange);
    Optional<byte[]> body = BoundedBody.read(exchange.getRequestBody(), MAX_BODY_BYTES);
    if (body.isEmpty()) {
      ProxyAnswer.TOO_LONG.send(reply);
      return;
    }
    long deadline = settings.nanos().getAsLong() + settings.functionTimeout().toNanos();
    LocalContext context = new LocalContext(requestId, settings.nanos(), deadline);
    APIGatewayProxyRequestEvent event =
        ProxyEvents.event(exchange, body.get(), requestId, settings.wall().instant());
    try {
      function.handle(event, context, reply);
    } catch (RuntimeException | Error e) {
      // As on Lambda, even an Error ends the invocation and not the door.
      logFailure("handler failed", requestId, e);
      if (!reply.started()) {
        ProxyAnswer.BAD_GATEWAY.send(reply);
      }
    }
  }

  private void runAfterAnswer(String requestId) {
    try {
      afterAnswer.accept(requestId);
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
