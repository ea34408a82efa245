package dev.warmpath.advise;

import dev.warmpath.prompt.SplitMix64;
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
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private BlockNames() {}

  /** The chained names of a text's whole blocks. */
  static long[] of(long scope, byte[] text) {
    long[] names = new long[text.length / BLOCK_BYTES];
    long name = SplitMix64.mix(scope);
    for (int block = 0; block < names.length; block++) {
      for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
        name = SplitMix64.mix(name ^ (long) LONGS.get(text, block * BLOCK_BYTES + i));
      }
      names[block] = name;
    }
    return names;
  }
}
