package dev.warmpath.router;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Work that no answer waits for, and that must be done before the process may be frozen; each
 * request's by itself, so that none waits for another's.
 *
 * <p>Safe for any number of threads.
 */
public final class BackgroundWork {
  private final Executor executor;
  private final Map<String, Set<CountDownLatch>> open = new ConcurrentHashMap<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /**
   * Makes an empty list of work.
   *
   * @param executor what runs it; one that runs at once in the caller makes it foreground work
   */
  public BackgroundWork(Executor executor) {
    this.executor = executor;
  }

  /**
   * Starts tasks for one request; they must not throw.
   *
   * @param requestId the request's name
   */
  public Executor of(String requestId) {
    return task -> start(requestId, task);
  }

  /**
   * Waits until all work for a request is done, also that which it starts itself.
   *
   * @param requestId the request's name
   * @param limit how long at most
   * @return how many of its tasks are still running; they go on
   * @throws IllegalStateException if a task threw since anybody last waited, of whatever request:
   *     thrown after the wait for the others
   */
  public int settle(String requestId, Duration limit) {
    int running = await(requestId, System.nanoTime() + limit.toNanos());
    List<Throwable> thrown = new ArrayList<>();
    for (Throwable next = failures.poll(); next != null; next = failures.poll()) {
      thrown.add(next);
    }
    if (!thrown.isEmpty()) {
      throw new IllegalStateException("background work must not throw", thrown.getFirst());
    }
    return running;
  }

  private void start(String requestId, Runnable task) {
    CountDownLatch done = new CountDownLatch(1);
    open.compute(
        requestId,
        (id, tasks) -> {
          Set<CountDownLatch> all = tasks == null ? ConcurrentHashMap.newKeySet() : tasks;
          all.add(done);
          return all;
        });
    executor.execute(() -> run(requestId, task, done));
  }

  private void run(String requestId, Runnable task, CountDownLatch done) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      // Kept until somebody waits, so that nobody misses it.
      failures.add(e);
    } finally {
      open.computeIfPresent(
          requestId,
          (id, tasks) -> {
            tasks.remove(done);
            return tasks.isEmpty() ? null : tasks;
          });
      done.countDown();
    }
  }

  private int await(String requestId, long end) {
    while (true) {
      List<CountDownLatch> tasks = List.copyOf(open.getOrDefault(requestId, Set.of()));
      if (tasks.isEmpty()) {
        return 0;
      }
      try {
        for (CountDownLatch task : tasks) {
          if (!task.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            return open.getOrDefault(requestId, Set.of()).size();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return open.getOrDefault(requestId, Set.of()).size();
      }
    }
  }
}
