package dev.warmpath.router;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Work that no answer waits for, and that must be done before the process may be frozen.
 *
 * <p>Safe for any number of threads.
 */
public final class BackgroundWork {
  private final Executor executor;
  private final Map<Long, Future<?>> open = new ConcurrentHashMap<>();
  private final AtomicLong names = new AtomicLong();

  /**
   * Makes an empty list of work.
   *
   * @param executor what runs it; one that runs at once in the caller makes it foreground work
   */
  public BackgroundWork(Executor executor) {
    this.executor = executor;
  }

  /** Starts a task; it must not throw. */
  public void submit(Runnable task) {
    long name = names.getAndIncrement();
    FutureTask<?> future =
        new FutureTask<>(task, true) {
          @Override
          protected void done() {
            open.remove(name);
          }
        };
    open.put(name, future);
    executor.execute(future);
  }

  /**
   * Waits until all work submitted so far is done.
   *
   * @param limit how long at most
   * @return how many tasks are still running; they go on
   */
  public int settle(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    for (Future<?> future : open.values()) {
      try {
        future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return open.size();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return open.size();
      } catch (ExecutionException e) {
        throw new IllegalStateException("background work must not throw", e.getCause());
      }
    }
    return 0;
  }
}
