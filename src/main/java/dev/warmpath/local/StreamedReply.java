package dev.warmpath.local;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** An answer that leaves in chunks as it comes; used by one thread. */
final class StreamedReply implements GatewayFunction.Reply {
  private final HttpExchange exchange;
  private boolean started;
  private boolean bodiless;

  StreamedReply(HttpExchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public void start(int status, Map<String, List<String>> headers) throws IOException {
    started = true;
    exchange.getResponseHeaders().putAll(headers);
    bodiless = exchange.getRequestMethod().equals("HEAD") || status == 204 || status == 304;
    // To this server, 0 means a body of unknown length, and -1 none.
    exchange.sendResponseHeaders(status, bodiless ? -1 : 0);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    if (!bodiless) {
      OutputStream body = exchange.getResponseBody();
      body.write(bytes);
      body.flush();
    }
  }

  /** Whether the head has left, so that nothing else can be said in its place. */
  boolean started() {
    return started;
  }
}
