package dev.warmpath.local;

import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.Iteration;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * What happens in the iterations of a local engine, whose scheduler and cache are an {@link
 * EngineModel}: time passes as the model says, or something real is computed. Called by the
 * engine's thread only, in turns.
 */
public interface IterationRunner extends AutoCloseable {
  /**
   * Iterations that take as long as the engine's profile says, and compute nothing.
   *
   * @param nanos the clock, as {@link System#nanoTime}
   */
  static IterationRunner timed(LongSupplier nanos) {
    return new TimedIterations(nanos);
  }

  /**
   * Learns what an iteration consists of, and what the engine has evicted and ended since the last
   * one. Nobody else touches the engine meanwhile; must be quick.
   *
   * @param engine the engine, which has just started the iteration
   * @param prompts the prompts of its running requests by id
   */
  void plan(EngineModel engine, LongFunction<TokenizedPrompt> prompts);

  /**
   * Runs the planned iteration. Requests may come, and be cancelled, meanwhile.
   *
   * @param start when it starts, in nanoseconds of the variant's clock
   * @return when it has ended
   */
  long run(Iteration iteration, long start);

  /** Frees what it holds. */
  @Override
  void close();
}
