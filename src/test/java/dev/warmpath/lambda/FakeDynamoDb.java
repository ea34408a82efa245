package dev.warmpath.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A DynamoDB on the loopback with an empty table that takes every write and keeps none. The write
 * that ends a request's work is held back until a test lets it go.
 */
final class FakeDynamoDb implements AutoCloseable {
  static final String READ = "table read";
  static final String WRITTEN = "end of work written";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Journal journal;
  private final Runnable release;

  /**
   * Makes a table.
   *
   * @param release returns when a held write may be answered
   */
  FakeDynamoDb(Journal journal, Runnable release) {
    this.journal = journal;
    this.release = release;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free on the loopback", e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String uri() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String call = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (call.endsWith(".BatchGetItem")) {
        journal.add(READ);
      }
      // The clock of a target's row moves when a request's work ends, and only then.
      if (call.endsWith(".UpdateItem") && body.contains("\"T#") && body.contains("\"c\"")) {
        release.run();
        journal.add(WRITTEN);
      }
      byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }
}
