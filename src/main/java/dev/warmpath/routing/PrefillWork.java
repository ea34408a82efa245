package dev.warmpath.routing;

/**
 * How much work a prompt is, in tokens of short context: deep tokens attend to all before them.
 *
 * <p>A token at depth d costs 1 + d / {@value #CONTEXT_SCALE_TOKENS} of a first one. With 2 flops
 * per parameter for the weights and 4 × layers × width × d for the attention, the scale is
 * parameters / (2 × layers × width): 30,000 for Llama 3.1 8B, 53,000 for 70B, 98,000 for 405B. It
 * only has to tell long prompts from short ones, so one value serves all.
 */
public final class PrefillWork {
  /** The depth in tokens at which a token costs twice as much as at the beginning. */
  static final long CONTEXT_SCALE_TOKENS = 50_000;

  private PrefillWork() {}

  /**
   * The work of computing a prompt whose beginning is cached; at least 0.
   *
   * @param cachedTokens tokens that need not be computed, at least 0
   * @param promptTokens all tokens, at least 0
   */
  public static long tokens(long cachedTokens, long promptTokens) {
    double computed = Math.max(0, promptTokens - cachedTokens);
    double meanDepth = (promptTokens + cachedTokens) / 2.0;
    return Math.round(computed * (1 + meanDepth / CONTEXT_SCALE_TOKENS));
  }
}
