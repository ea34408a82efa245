package dev.warmpath.aws;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A call on a thread of its own, which its caller leaves when the time is up.
 *
 * <p>The SDK's own timeouts do not bound everything that may hang, name resolution and a full
 * connection pool among it. The abandoned call is interrupted, which closes its connection.
 */
final class TimeLimit {
  private TimeLimit() {}

  /** What came of a call. */
  sealed interface Outcome<T> {
    /**
     * The call returned.
     *
     * @param value what
     */
    record Returned<T>(T value) implements Outcome<T> {}

    /** The time was up. */
    record Late<T>() implements Outcome<T> {}

    /**
     * The call threw, or its caller was told to stop waiting.
     *
     * @param cause why
     */
    record Broken<T>(Throwable cause) implements Outcome<T> {}
  }

  static <T> Outcome<T> call(Duration limit, Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofVirtual().name("affinity-table").start(task);
    try {
      return new Outcome.Returned<>(task.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      task.cancel(true);
      return new Outcome.Late<>();
    } catch (ExecutionException e) {
      return new Outcome.Broken<>(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      return new Outcome.Broken<>(e);
    }
  }
}
