package dev.warmpath.lambda;

import java.io.IOException;
import java.net.ProtocolException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lambda's Runtime API of 2018-06-01, as one loop sees it. For one thread.
 *
 * <p>The connection on which {@code next} waits is kept; reports and answers have connections of
 * their own.
 */
final class RuntimeApi implements AutoCloseable {
  /*
   * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
   * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-custom.html
   */

  /** Lambda's events have 6 MB at most. */
  static final int MAX_EVENT_BYTES = 7 * 1024 * 1024;

  private static final int MAX_REPLY_BYTES = 64 * 1024;
  private static final String PATH = "/2018-06-01/runtime/";
  private static final String ERROR_TYPE = "Lambda-Runtime-Function-Error-Type";

  private final ApiAddress address;
  private final InstantSource clock;
  private final RuntimeConnection events;

  RuntimeApi(ApiAddress address, InstantSource clock) {
    this.address = address;
    this.clock = clock;
    this.events = new RuntimeConnection(address, MAX_EVENT_BYTES);
  }

  /** What {@code next} gave. */
  sealed interface Next {
    /** An invocation to be answered. */
    record Invocation(InvocationEvent event) implements Next {}

    /** An invocation whose event is too large to be read; it can only be reported as failed. */
    record TooLarge(String requestId) implements Next {}
  }

  /**
   * Waits for the next invocation; the environment may be frozen meanwhile.
   *
   * @throws IOException if the Runtime API is gone or says that the environment is beyond repair
   */
  Next next() throws IOException {
    return next(events.get(PATH + "invocation/next", Map.of()));
  }

  /**
   * What an answer to {@code next} means.
   *
   * @throws IOException if it is not one that a runtime can go on after
   */
  Next next(HttpAnswer answer) throws IOException {
    check(answer, "invocation/next");
    String id = answer.header("Lambda-Runtime-Aws-Request-Id");
    if (!id.matches("[0-9A-Za-z._-]{1,128}")) {
      throw new ProtocolException("the Runtime API gave an invocation without a proper request id");
    }
    return answer.whole()
        ? new Next.Invocation(
            new InvocationEvent(
                id,
                deadline(answer.header("Lambda-Runtime-Deadline-Ms")),
                answer.header("Lambda-Runtime-Trace-Id"),
                answer.body()))
        : new Next.TooLarge(id);
  }

  /** The answer to an invocation; nothing is sent before it is started. */
  AnswerStream answer(InvocationEvent event) {
    return new AnswerStream(
        address, PATH + "invocation/" + event.requestId() + "/response", event.deadline(), clock);
  }

  /** Reports an invocation as failed. */
  void fail(String requestId, FunctionError error) throws IOException {
    report("invocation/" + requestId + "/error", error);
  }

  /** Reports that the function cannot start. */
  void failInit(FunctionError error) throws IOException {
    report("init/error", error);
  }

  /** Waits until a snapshot has been taken and restored. */
  void restore() throws IOException {
    HttpAnswer answer = events.get(PATH + "restore/next", Map.of());
    check(answer, "restore/next");
    // The connection is from before the snapshot, maybe on another machine.
    events.close();
  }

  /** Reports that the function cannot go on after a restore. */
  void failRestore(FunctionError error) throws IOException {
    report("restore/error", error);
  }

  @Override
  public void close() {
    events.close();
  }

  private void report(String what, FunctionError error) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", FunctionError.CONTENT_TYPE);
    headers.put(ERROR_TYPE, error.type());
    headers.put("Connection", "close");
    try (RuntimeConnection connection = new RuntimeConnection(address, MAX_REPLY_BYTES)) {
      check(connection.post(PATH + what, headers, error.json()), what);
    }
  }

  private static void check(HttpAnswer answer, String what) throws ProtocolException {
    if (answer.status() / 100 != 2) {
      throw new ProtocolException("the Runtime API answered " + what + " with " + answer.status());
    }
  }

  private Instant deadline(String millis) {
    return millis.matches("[0-9]{1,15}")
        ? Instant.ofEpochMilli(Long.parseLong(millis))
        : clock.instant();
  }
}
