package dev.warmpath.prompt;

/**
 * Hashes made up from the names of larger blocks when they are asked for. Immutable.
 *
 * @param names chained names of whole blocks; not copied, never changed
 * @param bytes how many bytes of canonical text a block stands for, positive
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record NamedBlocks(long[] names, int bytes) implements BlockHashes {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  @Override
  public int count() {
    return (int) ((long) names.length * bytes / PrefixChain.BLOCK_BYTES);
  }

  @Override
  public PrefixHash at(int block) {
    int lastByte = (block + 1) * PrefixChain.BLOCK_BYTES - 1;
    return mixed(names[lastByte / bytes], block);
  }

  /** 128 well-mixed bits of two numbers. */
  static PrefixHash mixed(long name, long depth) {
    long high = mix(mix(name) + depth * GOLDEN);
    return new PrefixHash(high, mix(high ^ name));
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    long z = value + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
