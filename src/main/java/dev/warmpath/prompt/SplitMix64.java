package dev.warmpath.prompt;

/**
 * Spreads numbers evenly over all 64 bits: the output function of SplitMix64. No secret: whoever
 * knows the result knows the number.
 *
 * <p>Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
 */
public final class SplitMix64 {
  /** Its increment, the golden ratio in 64 bits; odd, so that multiples do not repeat. */
  public static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private SplitMix64() {}

  /** A number that looks like chance, another one for each argument. */
  public static long mix(long value) {
    long z = value + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The name of a part of a text. */
  public static long hash(byte[] text, int from, int to) {
    long hash = (long) to - from;
    for (int i = from; i < to; i++) {
      hash = (hash ^ text[i]) * GOLDEN;
    }
    return mix(hash);
  }
}
