package dev.warmpath.lambda;

import dev.warmpath.lambda.RawHttpServer.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Lambda's side of an execution environment, played by a test request by request. */
final class FakeRuntimeApi implements AutoCloseable {
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

  private final Map<String, BlockingQueue<Request>> received = new ConcurrentHashMap<>();
  private final RawHttpServer server = new RawHttpServer(this::sort);
  private volatile boolean extensionsRefused;

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

  /** The headers that tell of an invocation. */
  static Map<String, String> headers(String requestId) {
    return Map.of(
        "Lambda-Runtime-Aws-Request-Id",
        requestId,
        "Lambda-Runtime-Deadline-Ms",
        Long.toString(Instant.now().plus(Duration.ofSeconds(60)).toEpochMilli()),
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
    if (kind.equals(REGISTER)) {
      request.answer(
          extensionsRefused ? 403 : 200,
          Map.of("Lambda-Extension-Identifier", "an-extension"),
          "{}");
    }
    queue(kind).add(request);
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
