package dev.warmpath.prompt;

/** The hashes of a chain's blocks, from the start of the prompt on. Immutable. */
interface BlockHashes {
  /** How many leading blocks have a hash. */
  int count();

  /**
   * The name of everything down to the end of a block.
   *
   * @param block its number from 0, below {@link #count}
   */
  PrefixHash at(int block);

  /**
   * Hashes kept one after the other, two words each.
   *
   * @param words not copied, never changed
   */
  // Arrays are compared by nobody here, and a copy would cost as much as the chain.
  @SuppressWarnings("ArrayRecordComponent")
  record Stored(long[] words) implements BlockHashes {
    @Override
    public int count() {
      return words.length / 2;
    }

    @Override
    public PrefixHash at(int block) {
      return new PrefixHash(words[2 * block], words[2 * block + 1]);
    }
  }
}
