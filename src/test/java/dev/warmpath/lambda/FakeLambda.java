package dev.warmpath.lambda;

import dev.warmpath.lambda.RawHttpServer.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lambda's side of an execution environment, Runtime API and Extensions API, played by a test
 * request by request.
 */
final class FakeLambda implements AutoCloseable {
  static final String NEXT = "invocation/next";
  static final String RESPONSE = "/response";
  static final String ERROR = "/error";
  static final String RESTORE_NEXT = "restore/next";
  static final String RESTORE_ERROR = "restore/error";
  static final String INIT_ERROR = "init/error";
  static final String REGISTER = "extension/register";
  static final String EVENT = "event/next";

  /** Those that end like another one come before it. */
  private static final List<String> KINDS =
      List.of(NEXT, RESTORE_NEXT, RESTORE_ERROR, INIT_ERROR, REGISTER, EVENT, RESPONSE, ERROR);

  static final String RUNTIME_ASKS = "runtime asks";
  static final String ANSWERED = "answered";
  static final String REGISTERED = "extension registered";
  static final String EXTENSION_ASKS = "extension asks";

  /** What of all that comes is worth a line in a journal. */
  private static final Map<String, String> LINES =
      Map.of(
          NEXT, RUNTIME_ASKS,
          RESPONSE, ANSWERED,
          ERROR, ANSWERED,
          REGISTER, REGISTERED,
          EVENT, EXTENSION_ASKS);

  private static final String EXTENSION_ID = "an-extension";

  private final Map<String, BlockingQueue<Request>> received = new ConcurrentHashMap<>();
  private final Journal journal;
  private final RawHttpServer server = new RawHttpServer(this::sort);
  private volatile boolean extensionsRefused;

  /** Notes nothing down. */
  FakeLambda() {
    this(new Journal(() -> ""));
  }

  /** Notes down what comes as soon as its head has come. */
  FakeLambda(Journal journal) {
    this.journal = journal;
  }

  /** From now on no extension may register. */
  void refuseExtensions() {
    extensionsRefused = true;
  }

  String address() {
    return server.address().toString();
  }

  /** Waits for a request of one kind. */
  Request take(String kind) {
    try {
      Request request = queue(kind).poll(RawHttpServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (request == null) {
        throw new AssertionError("no request came for " + kind + " but " + received);
      }
      return request;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Whether a request of one kind waits to be taken. */
  boolean has(String kind) {
    return !queue(kind).isEmpty();
  }

  /** Hands an invocation to whoever asks next. */
  void invoke(String requestId, String event) {
    take(NEXT).answer(200, headers(requestId), event);
  }

  /** Hands an invocation to runtime and extension, once both have asked. */
  void invoke(String requestId, String event, Instant deadline) {
    Request runtime = take(NEXT);
    Request extension = take(EVENT);
    runtime.answer(200, headers(requestId, deadline), event);
    tell(extension, requestId, deadline);
  }

  /** Tells the extension alone of an invocation, once it has asked. */
  void tellExtension(String requestId, Instant deadline) {
    tell(take(EVENT), requestId, deadline);
  }

  private static void tell(Request extension, String requestId, Instant deadline) {
    extension.answer(
        200,
        Map.of(),
        "{\"eventType\":\"INVOKE\",\"deadlineMs\":%d,\"requestId\":\"%s\",\"invokedFunctionArn\":\"arn\"}"
            .formatted(deadline.toEpochMilli(), requestId));
  }

  /** The headers that tell of an invocation. */
  static Map<String, String> headers(String requestId) {
    return headers(requestId, Instant.now().plus(Duration.ofSeconds(60)));
  }

  private static Map<String, String> headers(String requestId, Instant deadline) {
    return Map.of(
        // Lambda says it, and the managed runtime's native client crashes without.
        "Content-Type",
        "application/json",
        "Lambda-Runtime-Aws-Request-Id",
        requestId,
        "Lambda-Runtime-Deadline-Ms",
        Long.toString(deadline.toEpochMilli()),
        "Lambda-Runtime-Trace-Id",
        "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=1",
        "Lambda-Runtime-Invoked-Function-Arn",
        "arn:aws:lambda:us-east-1:123456789012:function:router");
  }

  /** Waits for a whole answer, confirms it and returns its bytes. */
  String confirm(String kind) {
    Request request = take(kind);
    String body = request.wholeBody();
    request.answer(202, Map.of(), "{\"status\":\"OK\"}");
    return body;
  }

  @Override
  public void close() {
    server.close();
  }

  private void sort(Request request) {
    String kind = kind(request.path());
    if (isRefused(kind, request)) {
      request.answer(403, Map.of(), "{}");
      return;
    }
    Optional.ofNullable(LINES.get(kind)).ifPresent(journal::add);
    if (kind.equals(REGISTER)) {
      request.answer(200, Map.of("Lambda-Extension-Identifier", EXTENSION_ID), "{}");
    }
    queue(kind).add(request);
  }

  private boolean isRefused(String kind, Request request) {
    return switch (kind) {
      case REGISTER -> extensionsRefused || request.header("Lambda-Extension-Name").isEmpty();
      case EVENT -> !request.header("Lambda-Extension-Identifier").equals(EXTENSION_ID);
      default -> false;
    };
  }

  private static String kind(String path) {
    return KINDS.stream()
        .filter(path::endsWith)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the runtime asked for " + path));
  }

  private BlockingQueue<Request> queue(String kind) {
    return received.computeIfAbsent(kind, k -> new LinkedBlockingQueue<>());
  }
}
