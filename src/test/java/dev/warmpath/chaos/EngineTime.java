package dev.warmpath.chaos;

import java.util.function.LongSupplier;

/**
 * An engine's clock, which may run slower than time does: so everything that the engine computes
 * takes longer. Safe for any number of threads; guarded by this.
 */
final class EngineTime implements LongSupplier {
  private long changedAt = System.nanoTime();
  private double shownThen;
  private double pace;

  /** A clock that runs at some share of the speed of time. */
  EngineTime(double pace) {
    this.pace = pace;
  }

  @Override
  public synchronized long getAsLong() {
    return (long) shown();
  }

  /** From now on the clock runs at that share of the speed of time. */
  synchronized void runAt(double share) {
    shownThen = shown();
    changedAt = System.nanoTime();
    pace = share;
  }

  private double shown() {
    return shownThen + (System.nanoTime() - changedAt) * pace;
  }
}
