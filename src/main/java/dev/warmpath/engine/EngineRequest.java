package dev.warmpath.engine;

/**
 * A prompt for an engine.
 *
 * @param id names the request among those of its engine
 * @param blockHashes chained names of the prompt's leading full blocks, at most {@code promptTokens
 *     / blockTokens}; equal names mean equal text from the start of the prompt; prompt tokens
 *     behind them are computed and never reused; not copied, must not be changed
 * @param promptTokens the length of the prompt in tokens, positive
 * @param outputTokens the tokens it will generate, positive
 */
// Arrays are compared by nobody here, and copying them would dominate a simulation.
@SuppressWarnings("ArrayRecordComponent")
public record EngineRequest(long id, long[] blockHashes, int promptTokens, int outputTokens) {
  /** Checks the counts. */
  public EngineRequest {
    if (promptTokens < 1 || outputTokens < 1) {
      throw new IllegalArgumentException(
          "a request needs at least one prompt and one output token but had %d and %d"
              .formatted(promptTokens, outputTokens));
    }
  }

  /** The tokens that the request occupies in the cache when it ends. */
  long totalTokens() {
    return (long) promptTokens + outputTokens;
  }
}
