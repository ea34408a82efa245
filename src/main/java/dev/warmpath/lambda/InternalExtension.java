package dev.warmpath.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the managed runtime time after an answer: a thread of this process that Lambda takes for an
 * extension.
 *
 * <p>The managed Java runtime sends the answer when the handler has returned, and asks for the next
 * invocation at once; then the environment is frozen, with whatever it was still writing. Lambda
 * does not freeze an environment before each registered extension has asked for its next event as
 * well, and this one asks only when the work is done. Registered for INVOKE, since an internal
 * extension may not register for SHUTDOWN.
 *
 * <p>The work begins when the handler hands its answer over: beside the sending of the answer,
 * never in front of it. Should Lambda break with the extension, the work is done before answers
 * leave: late, but not lost.
 */
final class InternalExtension implements AfterAnswer {
  /*
   * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html
   * https://aws.amazon.com/blogs/compute/running-code-after-returning-a-response-from-an-aws-lambda-function/
   */

  private static final Logger LOGGER = LoggerFactory.getLogger(InternalExtension.class);
  private static final String NAME = "warmpath-after-answer";
  private static final String ID_HEADER = "Lambda-Extension-Identifier";

  /**
   * How long before an invocation's deadline the wait for its answer ends. Lambda resets an
   * environment whose extension is late, and the next request would start cold.
   */
  static final Duration MARGIN = Duration.ofMillis(100);

  /** As many digits as the Runtime API's deadlines have at most. */
  private static final long MOST_MILLIS = 999_999_999_999_999L;

  private final URI api;
  private final String id;
  private final Consumer<String> work;
  private final InstantSource clock;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private volatile boolean stopped;

  private InternalExtension(URI api, String id, Consumer<String> work, InstantSource clock) {
    this.api = api;
    this.id = id;
    this.work = work;
    this.clock = clock;
  }

  /**
   * Registers the extension and starts its thread; possible during init only.
   *
   * @param runtimeApi host and port of the Runtime API, as Lambda gives them
   * @param work what to do after each answer, told the invocation; must not throw
   * @param clock the function's time
   * @throws IOException if Lambda refuses
   */
  static InternalExtension register(String runtimeApi, Consumer<String> work, InstantSource clock)
      throws IOException {
    URI api = URI.create("http://" + runtimeApi + "/2020-01-01/extension/");
    HttpURLConnection call = open(api.resolve("register"));
    call.setRequestMethod("POST");
    call.setRequestProperty("Lambda-Extension-Name", NAME);
    call.setDoOutput(true);
    try (OutputStream body = call.getOutputStream()) {
      body.write("{\"events\":[\"INVOKE\"]}".getBytes(StandardCharsets.UTF_8));
    }
    finish(call);
    String id = call.getHeaderField(ID_HEADER);
    if (id == null) {
      throw new IOException("the Extensions API gave no " + ID_HEADER);
    }
    InternalExtension extension = new InternalExtension(api, id, work, clock);
    Thread.ofPlatform().daemon().name(NAME).start(extension::run);
    return extension;
  }

  @Override
  public void answered(String requestId) {
    answers.add(requestId);
    // Whoever takes the answer out of the queue does its work.
    if (stopped && answers.remove(requestId)) {
      work.accept(requestId);
    }
  }

  private void run() {
    try {
      while (true) {
        awaitAnswer(awaitInvocation());
      }
    } catch (IOException e) {
      LOGGER.atError().addKeyValue("error", e.toString()).log("extension stopped");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stop();
    }
  }

  private void stop() {
    stopped = true;
    for (String next = answers.poll(); next != null; next = answers.poll()) {
      work.accept(next);
    }
  }

  /**
   * Waits until an invocation is answered, and does the work; gives up when its time is over, since
   * an event that the runtime cannot read never reaches the handler.
   */
  private void awaitAnswer(Invocation invocation) throws InterruptedException {
    Instant end = invocation.deadline().minus(MARGIN);
    while (true) {
      long millis = Duration.between(clock.instant(), end).toMillis();
      String answered = answers.poll(Math.max(0, millis), TimeUnit.MILLISECONDS);
      if (answered == null) {
        return;
      }
      // Another one is an answer that came after the wait for it had ended.
      work.accept(answered);
      if (answered.equals(invocation.requestId())) {
        return;
      }
    }
  }

  /**
   * One invocation, as extensions see it.
   *
   * @param requestId Lambda's name for it
   * @param deadline when runtime and extensions must be done
   */
  private record Invocation(String requestId, Instant deadline) {}

  /** Says that the environment may be frozen, and returns when it is thawed for an invocation. */
  private Invocation awaitInvocation() throws IOException {
    HttpURLConnection call = open(api.resolve("event/next"));
    call.setRequestProperty(ID_HEADER, id);
    Map<?, ?> event =
        JSON.std.anyFrom(finish(call)) instanceof Map<?, ?> object ? object : Map.of();
    return new Invocation(
        String.valueOf(event.get("requestId")),
        event.get("deadlineMs") instanceof Number millis
            ? Instant.ofEpochMilli(Math.clamp(millis.longValue(), 0, MOST_MILLIS))
            : clock.instant());
  }

  private static HttpURLConnection open(URI uri) throws IOException {
    return (HttpURLConnection) uri.toURL().openConnection();
  }

  private static byte[] finish(HttpURLConnection call) throws IOException {
    if (call.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException("the Extensions API answered " + call.getResponseCode());
    }
    return call.getInputStream().readAllBytes();
  }
}
