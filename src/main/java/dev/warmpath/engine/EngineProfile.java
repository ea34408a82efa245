package dev.warmpath.engine;

import java.time.Duration;

/**
 * The speed and size of one engine: an assumption about hardware, not a measurement of it.
 *
 * @param prefillTokensPerSecond prompt tokens computed per second at short context, positive
 * @param contextScaleTokens the depth in tokens at which computing a token costs twice as much as
 *     at depth 0, positive; infinity for a cost that does not depend on depth
 * @param iterationOverhead what every iteration takes, not negative
 * @param sequenceOverhead what each sequence adds to an iteration, not negative
 * @param kvReadNanosPerToken nanoseconds a decoding sequence adds to an iteration for each token of
 *     its context, not negative
 * @param chunkTokens the most prompt tokens computed in one iteration, positive
 * @param maxSequences the most sequences running at once, positive
 * @param capacityTokens the size of the KV cache in tokens, at least one block
 * @param blockTokens the number of tokens in a cache block, positive
 */
public record EngineProfile(
    double prefillTokensPerSecond,
    double contextScaleTokens,
    Duration iterationOverhead,
    Duration sequenceOverhead,
    double kvReadNanosPerToken,
    int chunkTokens,
    int maxSequences,
    long capacityTokens,
    int blockTokens) {

  /** The number of tokens in a block of vLLM's cache. */
  public static final int BLOCK_TOKENS = 16;

  /** Llama 3.1 70B in bf16 on eight H100: assumed, not measured. */
  public static final EngineProfile LLAMA_70B_8XH100 =
      new EngineProfile(
          10_000,
          53_000,
          Duration.ofMillis(12),
          Duration.ofNanos(100_000),
          20.4,
          2_048,
          256,
          1_000_000,
          BLOCK_TOKENS);

  /** Checks every part. */
  public EngineProfile {
    if (!(prefillTokensPerSecond > 0 && contextScaleTokens > 0 && kvReadNanosPerToken >= 0)) {
      throw new IllegalArgumentException(
          "rates of an engine must be positive but were %s tokens/s, %s tokens, %s ns"
              .formatted(prefillTokensPerSecond, contextScaleTokens, kvReadNanosPerToken));
    }
    if (iterationOverhead.isNegative() || sequenceOverhead.isNegative()) {
      throw new IllegalArgumentException("overheads of an engine must not be negative");
    }
    if (chunkTokens < 1 || maxSequences < 1 || blockTokens < 1) {
      throw new IllegalArgumentException(
          "chunk, sequences and block of an engine must be positive but were %d, %d, %d"
              .formatted(chunkTokens, maxSequences, blockTokens));
    }
    if (capacityTokens < blockTokens || capacityTokens / blockTokens > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the capacity of an engine must be 1 to 2^31 blocks but was %d tokens"
              .formatted(capacityTokens));
    }
  }

  /**
   * A small and fast engine for a laptop: 20,000 tokens a second, iterations of 3 ms.
   *
   * @param capacityTokens the size of its KV cache in tokens
   */
  public static EngineProfile laptopDemo(long capacityTokens) {
    return new EngineProfile(
        20_000,
        53_000,
        Duration.ofMillis(3),
        Duration.ofNanos(20_000),
        2,
        2_048,
        256,
        capacityTokens,
        BLOCK_TOKENS);
  }

  /**
   * This engine with another cache.
   *
   * @param tokens the size of its KV cache in tokens
   * @param tokensOfBlock the number of tokens in a cache block
   */
  public EngineProfile withCache(long tokens, int tokensOfBlock) {
    return new EngineProfile(
        prefillTokensPerSecond,
        contextScaleTokens,
        iterationOverhead,
        sequenceOverhead,
        kvReadNanosPerToken,
        chunkTokens,
        maxSequences,
        tokens,
        tokensOfBlock);
  }

  /** The number of blocks in the cache: an incomplete one at the end is unused. */
  public int capacityBlocks() {
    return (int) (capacityTokens / blockTokens);
  }

  /** The blocks that so many tokens need, the last one perhaps in part. */
  long blocks(long tokens) {
    return (tokens + blockTokens - 1) / blockTokens;
  }

  /*
   * A token at depth d costs (1 + d / scale) / rate seconds; a chunk is the integral over its
   * depths, so that the cost of a prompt does not depend on how it was cut.
   */
  double prefillSeconds(long from, long to) {
    double squares = (double) to * to - (double) from * from;
    return (to - from + squares / (2 * contextScaleTokens)) / prefillTokensPerSecond;
  }
}
