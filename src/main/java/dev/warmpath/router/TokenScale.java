package dev.warmpath.router;

import dev.warmpath.prompt.PrefixChain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How many bytes of canonical text make a token, learned per pool from what engines count.
 *
 * <p>Languages and tokenizers differ by a factor of three, but one model's traffic seldom does.
 * Writes guarded by this.
 */
final class TokenScale {
  /** What a token is taken for before any answer: English text in current vocabularies. */
  static final double DEFAULT_BYTES = 4.0;

  private static final double WEIGHT_OF_NEW = 0.05;
  private static final double LEAST = 0.5;
  private static final double MOST = 64;
  private static final int SHORTEST_BYTES = 1024;
  private static final int MAX_POOLS = 1024;

  private final Map<String, Double> scales =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
          return size() > MAX_POOLS;
        }
      };

  /** Bytes per token of a pool. */
  synchronized double bytesPerToken(String pool) {
    return scales.getOrDefault(pool, DEFAULT_BYTES);
  }

  /**
   * Learns from one answer. Absurd counts teach nothing, nor do short prompts: what a chat template
   * adds outweighs them.
   */
  synchronized void learn(PrefixChain chain, OptionalLong promptTokens) {
    if (promptTokens.isEmpty() || chain.lengthBytes() < SHORTEST_BYTES) {
      return;
    }
    double seen = (double) chain.lengthBytes() / promptTokens.getAsLong();
    if (seen >= LEAST && seen <= MOST) {
      scales.merge(chain.pool(), seen, (old, now) -> old + WEIGHT_OF_NEW * (now - old));
    }
  }
}
