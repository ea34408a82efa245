package dev.warmpath.aws;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP server on the loopback that answers as it is told and remembers what it was asked. */
final class StubServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  StubServer(Function<Request, Answer> answers) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free on the loopback", e);
    }
    server.setExecutor(threads);
    server.createContext("/", exchange -> handle(exchange, answers));
    server.start();
  }

  /** Where the server listens. */
  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What was asked so far, in order of arrival. */
  List<Request> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange, Function<Request, Answer> answers) throws IOException {
    try (exchange) {
      Request request =
          new Request(
              exchange.getRequestMethod(),
              exchange.getRequestURI().getPath(),
              Map.copyOf(exchange.getRequestHeaders()),
              exchange.getRequestBody().readAllBytes());
      requests.add(request);
      Answer answer = answers.apply(request);
      answer.headers().forEach(exchange.getResponseHeaders()::add);
      exchange.sendResponseHeaders(
          answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    }
  }

  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  record Request(String method, String path, Map<String, List<String>> headers, byte[] body) {
    /** A header's value, whatever the case of its name. */
    Optional<String> header(String name) {
      return headers.entrySet().stream()
          .filter(h -> h.getKey().equalsIgnoreCase(name))
          .map(h -> h.getValue().getFirst())
          .findFirst();
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  record Answer(int status, Map<String, String> headers, byte[] body) {
    static Answer json(int status, String body) {
      return new Answer(
          status,
          Map.of("Content-Type", "application/json"),
          body.getBytes(StandardCharsets.UTF_8));
    }

    Answer with(String name, String value) {
      Map<String, String> more = new HashMap<>(headers);
      more.put(name, value);
      return new Answer(status, more, body);
    }
  }
}
