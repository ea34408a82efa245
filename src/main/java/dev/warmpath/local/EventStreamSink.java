package dev.warmpath.local;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer of InvokeEndpointWithResponseStream: what a container writes travels in {@code
 * PayloadPart} events, but a refusal of the container is an ordinary error. Used by one thread.
 */
final class EventStreamSink implements AnswerSink {
  /** A container's write is cut here, as SageMaker cuts where it likes. */
  static final int MAX_PART_BYTES = 16 * 1024;

  private final HttpExchange exchange;
  private final String endpoint;
  private final String variant;
  private final CollectingSink refusal = new CollectingSink();
  private boolean refused;

  EventStreamSink(HttpExchange exchange, String endpoint, String variant) {
    this.exchange = exchange;
    this.endpoint = endpoint;
    this.variant = variant;
  }

  @Override
  public void begin(int status, String type) throws IOException {
    refused = status < 200 || status >= 400;
    if (refused) {
      refusal.begin(status, type);
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/vnd.amazon.eventstream");
    exchange.getResponseHeaders().set("X-Amzn-SageMaker-Content-Type", type);
    exchange.getResponseHeaders().set("x-Amzn-Invoked-Production-Variant", variant);
    // To this server, 0 means a body of unknown length.
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().flush();
  }

  @Override
  public void write(byte[] piece) throws IOException {
    if (refused) {
      refusal.write(piece);
      return;
    }
    for (int from = 0; from < piece.length; from += MAX_PART_BYTES) {
      int to = Math.min(piece.length, from + MAX_PART_BYTES);
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put(":event-type", "PayloadPart");
      headers.put(":content-type", "application/octet-stream");
      headers.put(":message-type", "event");
      send(EventFrame.of(headers, Arrays.copyOfRange(piece, from, to)));
    }
  }

  /** Ends a whole answer, or sends the container's refusal. */
  void end() throws IOException {
    if (refused) {
      RuntimeAnswer.modelError(endpoint, variant, refusal.answer()).sendTo(exchange);
    } else {
      exchange.getResponseBody().close();
    }
  }

  /** Ends an answer with a message that it is not whole. */
  void fail(String exceptionType, Map<String, String> members) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(":exception-type", exceptionType);
    headers.put(":content-type", "application/json");
    headers.put(":message-type", "exception");
    send(EventFrame.of(headers, RuntimeAnswer.json(members)));
    exchange.getResponseBody().close();
  }

  private void send(byte[] frame) throws IOException {
    OutputStream out = exchange.getResponseBody();
    out.write(frame);
    // A token shall leave when it is there.
    out.flush();
  }
}
