package dev.warmpath.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs tasks at once, each on a virtual thread. */
final class Concurrently {
  private Concurrently() {}

  /**
   * Runs all tasks and returns their values in the tasks' order.
   *
   * @throws IOException if one of them failed
   */
  static <T> List<T> all(List<Callable<T>> tasks) throws IOException, InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<T> values = new ArrayList<>();
      for (Future<T> task : threads.invokeAll(tasks)) {
        values.add(value(task));
      }
      return values;
    }
  }

  /** Waits for a value. */
  static <T> T value(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IOException("the benchmark failed: " + e.getCause(), e);
    }
  }
}
