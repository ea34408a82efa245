package dev.warmpath.advise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Names for the blocks of a text: equal names mean that two texts of one scope are equal down to
 * there, but for an accident in 2^64. Not for secrets.
 */
final class BlockNames {
  /** A block of the engines' caches, at four bytes a token. */
  static final int BLOCK_TOKENS = 64;

  static final int BYTES_PER_TOKEN = 4;

  private static final int BLOCK_BYTES = BLOCK_TOKENS * BYTES_PER_TOKEN;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private BlockNames() {}

  /** The chained names of a text's whole blocks. */
  static long[] of(long scope, byte[] text) {
    long[] names = new long[text.length / BLOCK_BYTES];
    long name = mix(scope);
    for (int block = 0; block < names.length; block++) {
      for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
        name = mix(name ^ (long) LONGS.get(text, block * BLOCK_BYTES + i));
      }
      names[block] = name;
    }
    return names;
  }

  /** The name of a piece of a text. */
  static long hash(byte[] text, int from, int to) {
    long hash = (long) to - from;
    for (int i = from; i < to; i++) {
      hash = (hash ^ text[i]) * GOLDEN;
    }
    return mix(hash);
  }

  /** The finalizer of SplitMix64. */
  static long mix(long value) {
    long z = value + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
