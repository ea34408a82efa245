package dev.warmpath.engine;

/**
 * The cache memory that one sequence holds: shared blocks that have a name, and private ones.
 * Belongs to the cache that gave it.
 */
final class KvLease {
  private final long[] blockHashes;
  private final int[] slots;
  private final int matchedBlocks;
  private int sharedBlocks;
  private int privateBlocks;

  KvLease(long[] blockHashes, int matchedBlocks, int privateBlocks) {
    this.blockHashes = blockHashes;
    this.slots = new int[blockHashes.length];
    this.matchedBlocks = matchedBlocks;
    this.privateBlocks = privateBlocks;
  }

  /** The leading blocks that were in the cache when the lease was given. */
  int matchedBlocks() {
    return matchedBlocks;
  }

  /** The leading blocks whose content is computed and has a name in the cache. */
  int sharedBlocks() {
    return sharedBlocks;
  }

  int privateBlocks() {
    return privateBlocks;
  }

  int namedBlocks() {
    return blockHashes.length;
  }

  long hash(int block) {
    return blockHashes[block];
  }

  int slot(int block) {
    return slots[block];
  }

  void share(int slot) {
    slots[sharedBlocks++] = slot;
  }

  void convertPrivate() {
    privateBlocks--;
  }

  void clear() {
    sharedBlocks = 0;
    privateBlocks = 0;
  }
}
