package dev.warmpath.router;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
            // What failed stays until somebody waits for it, so that nobody misses it.
            if (state() != State.FAILED) {
              open.remove(name);
            }
          }
        };
    open.put(name, future);
    executor.execute(future);
  }

  /**
   * Waits until all work is done, also that which it starts itself.
   *
   * @param limit how long at most
   * @return how many tasks are still running; they go on
   * @throws IllegalStateException if a task threw, after the wait for the others
   */
  public int settle(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    List<Throwable> failures = new ArrayList<>();
    int running = await(end, failures);
    if (!failures.isEmpty()) {
      throw new IllegalStateException("background work must not throw", failures.getFirst());
    }
    return running;
  }

  private int await(long end, List<Throwable> failures) {
    while (!open.isEmpty()) {
      for (Map.Entry<Long, Future<?>> task : List.copyOf(open.entrySet())) {
        try {
          task.getValue().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          return open.size();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return open.size();
        } catch (ExecutionException e) {
          failures.add(e.getCause());
        }
        open.remove(task.getKey());
      }
    }
    return 0;
  }
}
