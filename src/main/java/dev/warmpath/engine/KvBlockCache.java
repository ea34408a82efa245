package dev.warmpath.engine;

import java.util.Optional;

/**
 * A KV cache of fixed-size blocks named by chained hashes, least recently used out first. Not safe
 * for several threads.
 */
final class KvBlockCache {
  /*
   * Every block is free, private to one lease, or shared: named, with a count of the leases that
   * reference it. A lease references its whole chain from block 0, and releases the deepest block
   * first; so a block never outlives its parents, what is evicted is always the tail of a chain,
   * and the longest match is found by walking down until the first miss. All operations are
   * O(blocks of the lease), eviction O(1) a block.
   */

  private final int capacityBlocks;
  private final BlockIndex index = new BlockIndex();
  private final BlockSlots slots = new BlockSlots();
  private long privateBlocks;

  /**
   * Makes an empty cache.
   *
   * @param capacityBlocks its size in blocks, positive
   */
  KvBlockCache(int capacityBlocks) {
    if (capacityBlocks < 1) {
      throw new IllegalArgumentException(
          "a cache must hold at least one block but was given " + capacityBlocks);
    }
    this.capacityBlocks = capacityBlocks;
  }

  /** Whether a block is cached. */
  boolean holds(long blockHash) {
    return index.slot(blockHash) != BlockIndex.ABSENT;
  }

  /**
   * The number of leading blocks that are cached; changes nothing.
   *
   * @param limit at most so many are looked at
   */
  int match(long[] blockHashes, int limit) {
    int bound = Math.min(limit, blockHashes.length);
    int matched = 0;
    while (matched < bound && holds(blockHashes[matched])) {
      matched++;
    }
    return matched;
  }

  /**
   * Reserves memory for a sequence, evicting idle blocks as needed; empty, and nothing changed, if
   * running sequences hold too much. Reserved blocks become reusable through {@link #publish}.
   *
   * @param blockHashes the names of the prompt's leading full blocks
   * @param reuseLimit at most so many cached blocks are reused
   * @param totalBlocks what prompt and output need together, cached blocks included
   */
  Optional<KvLease> acquire(long[] blockHashes, int reuseLimit, long totalBlocks) {
    int matched = match(blockHashes, reuseLimit);
    long needed = totalBlocks - matched;
    if (needed > available() - idleAmong(blockHashes, matched)) {
      return Optional.empty();
    }
    KvLease lease = new KvLease(blockHashes, matched, (int) needed);
    for (int block = 0; block < matched; block++) {
      int slot = index.slot(blockHashes[block]);
      slots.pin(slot);
      lease.share(slot);
    }
    privateBlocks += needed;
    while (usedBlocks() > capacityBlocks) {
      index.remove(slots.evictOldest());
    }
    return Optional.of(lease);
  }

  /**
   * Makes computed prompt blocks reusable. A block that another sequence published meanwhile is
   * shared, and the copy freed.
   *
   * @param computedBlocks the number of leading blocks that are computed; those without a name stay
   *     private
   */
  void publish(KvLease lease, int computedBlocks) {
    int bound = Math.min(computedBlocks, lease.namedBlocks());
    for (int block = lease.sharedBlocks(); block < bound; block++) {
      long hash = lease.hash(block);
      int slot = index.slot(hash);
      if (slot == BlockIndex.ABSENT) {
        slot = slots.allocate(hash);
        index.put(hash, slot);
      } else {
        slots.pin(slot);
      }
      lease.share(slot);
      lease.convertPrivate();
      privateBlocks--;
    }
  }

  /** Gives the memory back; shared blocks stay cached until evicted, deeper ones first. */
  void release(KvLease lease) {
    for (int block = lease.sharedBlocks() - 1; block >= 0; block--) {
      slots.unpin(lease.slot(block));
    }
    privateBlocks -= lease.privateBlocks();
    lease.clear();
  }

  /** Blocks in use by anything: never above the capacity. */
  long usedBlocks() {
    return index.size() + privateBlocks;
  }

  /** Blocks that have a name and can be reused. */
  int reusableBlocks() {
    return index.size();
  }

  /** Blocks that leases hold. */
  long reservedBlocks() {
    return usedBlocks() - slots.idle();
  }

  private long available() {
    return capacityBlocks - usedBlocks() + slots.idle();
  }

  private int idleAmong(long[] blockHashes, int matched) {
    int idle = 0;
    // Who references a block references its parents too: idle ones are the tail.
    for (int block = matched - 1; block >= 0 && isIdle(blockHashes[block]); block--) {
      idle++;
    }
    return idle;
  }

  private boolean isIdle(long hash) {
    return slots.isIdle(index.slot(hash));
  }
}
