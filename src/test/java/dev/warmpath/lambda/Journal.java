package dev.warmpath.lambda;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** What happened, in order, with the function's output at that moment; thread-safe. */
final class Journal {
  private static final Duration PATIENCE = Duration.ofSeconds(RawHttpServer.PATIENCE_SECONDS);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final List<Entry> entries = new ArrayList<>();
  private final Supplier<String> output;

  /**
   * Makes an empty journal.
   *
   * @param output what the function has written to its standard output so far
   */
  Journal(Supplier<String> output) {
    this.output = output;
  }

  /** One thing that happened. */
  record Entry(String what, String output) {}

  void add(String what) {
    lock.lock();
    try {
      entries.add(new Entry(what, output.get()));
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  List<Entry> entries() {
    lock.lock();
    try {
      return List.copyOf(entries);
    } finally {
      lock.unlock();
    }
  }

  List<String> happened() {
    return entries().stream().map(Entry::what).toList();
  }

  /** Waits until something has happened so often. */
  void await(String what, int times) {
    lock.lock();
    try {
      long nanos = PATIENCE.toNanos();
      while (entries.stream().filter(e -> e.what().equals(what)).count() < times) {
        if (nanos <= 0) {
          throw new AssertionError(
              "'" + what + "' did not happen " + times + " times: " + happened());
        }
        nanos = grown.awaitNanos(nanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } finally {
      lock.unlock();
    }
  }
}
