package dev.warmpath.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lambda's side of one execution environment on the loopback: Runtime API and Extensions API.
 *
 * <p>An invocation goes to the runtime and to the extension, if one has registered.
 */
final class FakeLambda implements AutoCloseable {
  static final String REGISTERED = "extension registered";
  static final String EXTENSION_NEXT = "extension asks";
  static final String RUNTIME_NEXT = "runtime asks";
  static final String ANSWERED = "answered";

  private static final String RUNTIME = "/2018-06-01/runtime/";
  private static final String EXTENSION = "/2020-01-01/extension/";
  private static final String EXTENSION_ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Journal journal;
  private final BlockingQueue<Invocation> runtimeEvents = new LinkedBlockingQueue<>();
  private final BlockingQueue<Invocation> extensionEvents = new LinkedBlockingQueue<>();
  private final Map<String, CompletableFuture<Outcome>> outcomes = new ConcurrentHashMap<>();
  private final CompletableFuture<String> initError = new CompletableFuture<>();
  private final CompletableFuture<String> registration = new CompletableFuture<>();
  private volatile boolean extensionsRefused;
  private volatile boolean extensionBroken;

  FakeLambda(Journal journal) {
    this.journal = journal;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free on the loopback", e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** One invocation, as runtime and extension are told of it. */
  record Invocation(String id, String event, Instant deadline) {}

  /** What the runtime reported for an invocation. */
  record Outcome(boolean isError, String body) {}

  /** What {@code AWS_LAMBDA_RUNTIME_API} holds. */
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** From now on no extension may register. */
  void refuseExtensions() {
    extensionsRefused = true;
  }

  /** The next event that the extension gets is an error. */
  void breakExtension() {
    extensionBroken = true;
    extensionEvents.add(new Invocation("", "", Instant.EPOCH));
  }

  /** Invokes the function and waits for what it reports. */
  Outcome invoke(String id, String event, Instant deadline) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    outcomes.put(id, outcome);
    runtimeEvents.add(new Invocation(id, event, deadline));
    tellExtension(id, deadline);
    return get(outcome);
  }

  /** Tells the extension alone of an invocation. */
  void tellExtension(String id, Instant deadline) {
    extensionEvents.add(new Invocation(id, "", deadline));
  }

  /** What the runtime reported as the reason why it cannot start. */
  String initError() {
    return get(initError);
  }

  /** The body with which the extension registered. */
  String registration() {
    return get(registration);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(Journal.patienceSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError("nothing came: " + journal.happened(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (path.equals(RUNTIME + "invocation/next")) {
        nextInvocation(exchange);
      } else if (path.equals(RUNTIME + "init/error")) {
        initError.complete(body);
        send(exchange, 202, "");
      } else if (path.startsWith(RUNTIME + "invocation/")) {
        report(exchange, path.substring((RUNTIME + "invocation/").length()), body);
      } else if (path.equals(EXTENSION + "register")) {
        register(exchange, body);
      } else if (path.equals(EXTENSION + "event/next")) {
        nextEvent(exchange);
      } else {
        send(exchange, 404, "");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void nextInvocation(HttpExchange exchange) throws IOException, InterruptedException {
    journal.add(RUNTIME_NEXT);
    Invocation next = runtimeEvents.take();
    Map.of(
            "Lambda-Runtime-Aws-Request-Id", next.id(),
            "Lambda-Runtime-Deadline-Ms", Long.toString(next.deadline().toEpochMilli()),
            "Lambda-Runtime-Invoked-Function-Arn",
                "arn:aws:lambda:us-east-1:123456789012:function:router")
        .forEach(exchange.getResponseHeaders()::set);
    send(exchange, 200, next.event());
  }

  private void report(HttpExchange exchange, String idAndKind, String body) throws IOException {
    String[] parts = idAndKind.split("/", 2);
    journal.add(ANSWERED);
    send(exchange, 202, "");
    CompletableFuture<Outcome> outcome = outcomes.get(parts[0]);
    if (outcome != null) {
      outcome.complete(new Outcome(parts[1].equals("error"), body));
    }
  }

  private void register(HttpExchange exchange, String body) throws IOException {
    if (extensionsRefused || exchange.getRequestHeaders().get("Lambda-Extension-Name") == null) {
      send(exchange, 403, "{}");
      return;
    }
    journal.add(REGISTERED);
    registration.complete(body);
    exchange.getResponseHeaders().set("Lambda-Extension-Identifier", EXTENSION_ID);
    send(exchange, 200, "{\"functionName\":\"router\"}");
  }

  private void nextEvent(HttpExchange exchange) throws IOException, InterruptedException {
    if (!EXTENSION_ID.equals(
        exchange.getRequestHeaders().getFirst("Lambda-Extension-Identifier"))) {
      send(exchange, 403, "{}");
      return;
    }
    journal.add(EXTENSION_NEXT);
    Invocation next = extensionEvents.take();
    send(
        exchange,
        extensionBroken ? 500 : 200,
        "{\"eventType\":\"INVOKE\",\"deadlineMs\":"
            + next.deadline().toEpochMilli()
            + ",\"requestId\":\""
            + next.id()
            + "\",\"invokedFunctionArn\":\"arn\"}");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
