package dev.warmpath.engine;

import java.util.Arrays;

/**
 * The slots of cached blocks: name, reference count and place in the order of eviction. Not safe
 * for several threads.
 *
 * <p>Blocks that nobody references stand in the order of their release. Arrays grow on demand, so a
 * huge capacity costs only what is used of it.
 */
final class BlockSlots {
  private static final int INITIAL_SIZE = 64;

  private long[] hashes = new long[INITIAL_SIZE];
  private int[] references = new int[INITIAL_SIZE];
  private int[] nextFree = new int[INITIAL_SIZE];
  private final SlotOrder idle = new SlotOrder();
  private int allocated;
  private int firstFree = SlotOrder.NONE;

  /** The number of blocks that nobody references. */
  int idle() {
    return idle.size();
  }

  long hash(int slot) {
    return hashes[slot];
  }

  boolean isIdle(int slot) {
    return references[slot] == 0;
  }

  /** A slot for a block with one reference. */
  int allocate(long hash) {
    int slot = firstFree;
    if (slot == SlotOrder.NONE) {
      slot = allocated++;
      growTo(allocated);
    } else {
      firstFree = nextFree[slot];
    }
    hashes[slot] = hash;
    references[slot] = 1;
    return slot;
  }

  /** Adds a reference. */
  void pin(int slot) {
    if (references[slot]++ == 0) {
      idle.remove(slot);
    }
  }

  /** Drops a reference; the last one makes the block the most recently used of the idle ones. */
  void unpin(int slot) {
    if (--references[slot] == 0) {
      idle.append(slot);
    }
  }

  /** Frees the least recently used idle block, of which there must be one; returns its name. */
  long evictOldest() {
    int slot = idle.oldest();
    if (slot == SlotOrder.NONE) {
      throw new IllegalStateException("every cached block is referenced, none can be evicted");
    }
    idle.remove(slot);
    nextFree[slot] = firstFree;
    firstFree = slot;
    return hashes[slot];
  }

  private void growTo(int size) {
    if (size > hashes.length) {
      int length = (int) Math.min(2L * hashes.length, Integer.MAX_VALUE - 8);
      hashes = Arrays.copyOf(hashes, length);
      references = Arrays.copyOf(references, length);
      nextFree = Arrays.copyOf(nextFree, length);
    }
  }
}
