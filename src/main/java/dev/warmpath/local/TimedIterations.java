package dev.warmpath.local;

import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.Iteration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** Iterations that take as long as the engine model says, and compute nothing. */
final class TimedIterations implements IterationRunner {
  private final LongSupplier nanos;

  /**
   * Makes a runner.
   *
   * @param nanos the clock, as {@link System#nanoTime}
   */
  TimedIterations(LongSupplier nanos) {
    this.nanos = nanos;
  }

  @Override
  public void plan(EngineModel engine, LongFunction<TokenizedPrompt> prompts) {}

  @Override
  public long run(Iteration iteration, long start) {
    // Iterations follow each other by their own lengths: what a late wake-up loses is caught up.
    long end = start + iteration.duration().toNanos();
    for (long left = end - nanos.getAsLong();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = end - nanos.getAsLong()) {
      LockSupport.parkNanos(this, left);
    }
    return end;
  }

  @Override
  public void close() {}
}
