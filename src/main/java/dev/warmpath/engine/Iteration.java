package dev.warmpath.engine;

import java.time.Duration;
import java.util.List;

/**
 * One pass of the engine over its batch.
 *
 * @param number counts the iterations of an engine; never used twice
 * @param duration how long it takes
 * @param admitted the requests that left the queue for it, in order
 * @param prefillTokens the prompt tokens it computes
 * @param sequences the sequences in its batch, positive
 */
public record Iteration(
    long number, Duration duration, List<Long> admitted, int prefillTokens, int sequences) {
  /** Keeps a copy of the list. */
  public Iteration {
    admitted = List.copyOf(admitted);
  }
}
