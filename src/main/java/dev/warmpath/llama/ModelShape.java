package dev.warmpath.llama;

/**
 * The size of a llama model with multi-head attention; matrices are stored as q8_0, the KV cache as
 * f16.
 *
 * @param name a word for file names
 * @param width the length of a token's embedding, a multiple of 32
 * @param layers the number of transformer layers, positive
 * @param heads the number of attention heads, which share the width equally, positive
 * @param feedForward the width of the feed-forward network, a multiple of 32
 */
public record ModelShape(String name, int width, int layers, int heads, int feedForward) {
  /** 14.5 million parameters, 12 KiB of KV cache a token. */
  public static final ModelShape SMALL = new ModelShape("small", 384, 8, 6, 1024);

  /** 61.4 million parameters, 30 KiB of KV cache a token. */
  public static final ModelShape LARGE = new ModelShape("large", 640, 12, 10, 1792);

  /** The number of different tokens. */
  static final int VOCABULARY = 384;

  /** The numbers that share a scale in q8_0. */
  static final int QUANTUM = 32;

  private static final int BYTES_OF_F16 = 2;

  /** Checks what the formats demand. */
  public ModelShape {
    if (layers < 1 || heads < 1 || width % heads != 0) {
      throw new IllegalArgumentException(
          "a model needs layers, and heads that divide its width, but had %d layers, %d heads, width %d"
              .formatted(layers, heads, width));
    }
    if (width < 1 || width % QUANTUM != 0 || feedForward < 1 || feedForward % QUANTUM != 0) {
      throw new IllegalArgumentException(
          "widths must be positive multiples of %d but were %d and %d"
              .formatted(QUANTUM, width, feedForward));
    }
  }

  /** The bytes of KV cache that a token takes: a key and a value in every layer. */
  public long kvBytesPerToken() {
    return 2L * layers * width * BYTES_OF_F16;
  }
}
