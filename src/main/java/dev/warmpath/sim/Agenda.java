package dev.warmpath.sim;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What is to be done when, within a run; things due at once are done in the order of planning. */
public final class Agenda {
  private record Entry(long nanos, long number, Runnable task) {}

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::nanos).thenComparingLong(Entry::number));
  private long now;
  private long planned;

  /** Nanoseconds since the run began. */
  public long nowNanos() {
    return now;
  }

  /** Plans a task for later, or for the end of the present event where the delay is 0. */
  public void after(long delayNanos, Runnable task) {
    entries.add(new Entry(now + delayNanos, planned++, task));
  }

  /** When the next task is due, or {@link Traffic#NEVER}. */
  long nextNanos() {
    return entries.isEmpty() ? Traffic.NEVER : entries.element().nanos();
  }

  void advanceTo(long nanos) {
    now = nanos;
  }

  /** Runs the task that is due next, of which there must be one. */
  void runNext() {
    entries.remove().task().run();
  }
}
