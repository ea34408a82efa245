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
    long high = SplitMix64.mix(SplitMix64.mix(name) + depth * SplitMix64.GOLDEN);
    return new PrefixHash(high, SplitMix64.mix(high ^ name));
  }
}
