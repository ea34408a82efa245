package dev.warmpath.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.warmpath.testing.Signatures;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands in for API Gateway in front of a local tier: lets in who signs (SigV4), or who has a key.
 */
final class SigningDoor implements AutoCloseable {
  /** Opens a keyed door. */
  static final String KEY = "the key of a test";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI tier;
  private final Kind kind;

  /** What a door does. */
  enum Kind {
    /** Lets in who signs. */
    SIGNED,
    /** Lets in who has the key in a header of its own. */
    KEYED,
    /** Lets in who has the key as a bearer. */
    BEARING,
    /** Lets everybody in. */
    OPEN,
    /** Lets in who signs, and hands answers out when they are whole. */
    BUFFERED
  }

  SigningDoor(URI tier, Kind kind) throws IOException {
    this.tier = tier;
    this.kind = kind;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    client.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (isLetIn(exchange, body)) {
        forward(exchange, body);
      } else {
        byte[] refusal = "{\"message\":\"Forbidden\"}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(403, refusal.length);
        exchange.getResponseBody().write(refusal);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isLetIn(HttpExchange exchange, byte[] body) {
    return switch (kind) {
      case OPEN -> true;
      case KEYED -> KEY.equals(exchange.getRequestHeaders().getFirst("x-api-key"));
      case BEARING ->
          ("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"));
      case SIGNED, BUFFERED -> Signatures.isSigned(exchange, body, "execute-api");
    };
  }

  private void forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(tier.resolve(exchange.getRequestURI().getRawPath()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    for (Map.Entry<String, List<String>> header : answer.headers().map().entrySet()) {
      if (header.getKey().equals("content-type") || header.getKey().startsWith("x-warmpath")) {
        exchange.getResponseHeaders().put(header.getKey(), header.getValue());
      }
    }
    try (InputStream from = answer.body();
        OutputStream to = exchange.getResponseBody()) {
      byte[] first = kind == Kind.BUFFERED ? from.readAllBytes() : new byte[0];
      exchange.sendResponseHeaders(answer.statusCode(), 0);
      to.write(first);
      byte[] piece = new byte[8192];
      for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
        to.write(piece, 0, length);
        to.flush();
      }
    }
  }
}
