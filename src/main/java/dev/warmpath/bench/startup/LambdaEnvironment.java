package dev.warmpath.bench.startup;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.warmpath.bench.ChatEvent;
import dev.warmpath.bench.hello.EmptyHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lambda's side of one execution environment: Runtime API and Extensions API on the loopback. Hands
 * out its events one after the other, then none; times are those of {@link System#nanoTime}.
 */
final class LambdaEnvironment implements AutoCloseable {
  private static final String RUNTIME = "/2018-06-01/runtime/";
  private static final String EXTENSION = "/2020-01-01/extension/";
  private static final Duration DEADLINE = Duration.ofMinutes(8);
  private static final int BUFFER_BYTES = 16 * 1024;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<byte[]> events;
  private final AtomicInteger handedOut = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final CompletableFuture<Long> restored = new CompletableFuture<>();
  private final CompletableFuture<Long> asked = new CompletableFuture<>();
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();

  /**
   * Starts to listen.
   *
   * @param events what the function is invoked with, at least one
   */
  LambdaEnvironment(List<byte[]> events) throws IOException {
    this.events = List.copyOf(events);
    server = HttpServer.create(StartupServices.loopback(), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * The answer to the last event.
   *
   * @param firstToken when its first token came
   * @param end when it was whole
   * @param degraded whether the router had to do without its table
   */
  record Answer(long firstToken, long end, boolean degraded) {}

  /** What {@code AWS_LAMBDA_RUNTIME_API} shall hold. */
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** When the snapshot was restored; comes only for a runtime that asks for it. */
  CompletableFuture<Long> restored() {
    return restored;
  }

  /** When the runtime first asked for an invocation. */
  CompletableFuture<Long> asked() {
    return asked;
  }

  /** The answer to the last event; fails with what the runtime reports. */
  CompletableFuture<Answer> answer() {
    return answer;
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (path.equals(RUNTIME + "invocation/next")) {
        next(exchange);
      } else if (path.equals(RUNTIME + "restore/next")) {
        restored.complete(System.nanoTime());
        send(exchange, "");
      } else if (path.startsWith(RUNTIME) && path.endsWith("/response")) {
        take(exchange);
      } else if (path.equals(EXTENSION + "register")) {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Lambda-Extension-Identifier", "an-extension");
        send(exchange, "{}");
      } else if (path.equals(EXTENSION + "event/next")) {
        end.await();
      } else {
        String report =
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        answer.completeExceptionally(new IOException(path + ": " + report));
        send(exchange, "{}");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void next(HttpExchange exchange) throws IOException, InterruptedException {
    asked.complete(System.nanoTime());
    int number = handedOut.getAndIncrement();
    if (number >= events.size()) {
      end.await();
      return;
    }
    Map.of(
            "Lambda-Runtime-Aws-Request-Id",
            "request-" + number,
            "Lambda-Runtime-Deadline-Ms",
            Long.toString(Instant.now().plus(DEADLINE).toEpochMilli()),
            "Lambda-Runtime-Invoked-Function-Arn",
            "arn:aws:lambda:us-east-1:123456789012:function:bench")
        .forEach(exchange.getResponseHeaders()::set);
    send(exchange, new String(events.get(number), StandardCharsets.UTF_8));
  }

  private void take(HttpExchange exchange) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    InputStream in = exchange.getRequestBody();
    byte[] buffer = new byte[BUFFER_BYTES];
    long firstToken = 0;
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      all.write(buffer, 0, count);
      if (firstToken == 0 && text(all).contains(EmptyHandler.ANSWER)) {
        firstToken = System.nanoTime();
      }
    }
    long whole = System.nanoTime();
    // Read in time: what the runtime asks for next comes as soon as this is confirmed.
    boolean last = handedOut.get() == events.size();
    exchange.sendResponseHeaders(202, -1);
    if (firstToken == 0) {
      answer.completeExceptionally(new IOException("no token in: " + text(all)));
    } else if (last) {
      answer.complete(new Answer(firstToken, whole, text(all).contains("x-warmpath-degraded")));
    }
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void send(HttpExchange exchange, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** A question whose a key is, as API Gateway asks it. */
  static byte[] key() throws IOException {
    return JSON.std.asBytes(
        Map.of(
            "type",
            "TOKEN",
            "authorizationToken",
            "Bearer " + StartupServices.KEY.secret(),
            "methodArn",
            "arn:aws:execute-api:us-east-1:123456789012:api/live/POST/v1/chat/completions"));
  }

  /** A chat of some 900 tokens, as API Gateway hands it over. */
  static byte[] chat(boolean streamed) throws IOException {
    StringBuilder rules = new StringBuilder("You answer questions about a ferry company.");
    for (int i = 1; i <= 40; i++) {
      rules.append(
          " Rule %d: ferries of class %d leave pier %d at minute %d.".formatted(i, i, i, i));
    }
    Map<String, Object> body =
        Map.of(
            "model",
            "default",
            "stream",
            streamed,
            "max_tokens",
            16,
            "messages",
            List.of(
                Map.of("role", "system", "content", rules.toString()),
                Map.of("role", "user", "content", "When does the ferry of class 7 leave?")));
    return ChatEvent.of(JSON.std.asString(body));
  }
}
