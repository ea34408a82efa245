package dev.warmpath.engine;

import java.util.Arrays;

/**
 * The slots of cached blocks: name, reference count and place in the order of eviction. Not safe
 * for several threads.
 *
 * <p>Blocks that nobody references form a doubly linked list from the least to the most recently
 * released. Arrays grow on demand, so a huge capacity costs only what is used of it.
 */
final class BlockSlots {
  private static final int NONE = -1;
  private static final int INITIAL_SIZE = 64;

  private long[] hashes = new long[INITIAL_SIZE];
  private int[] references = new int[INITIAL_SIZE];
  private int[] older = new int[INITIAL_SIZE];
  private int[] newer = new int[INITIAL_SIZE];
  private int allocated;
  private int firstFree = NONE;
  private int oldest = NONE;
  private int newest = NONE;
  private int idle;

  /** The number of blocks that nobody references. */
  int idle() {
    return idle;
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
    if (slot == NONE) {
      slot = allocated++;
      growTo(allocated);
    } else {
      firstFree = newer[slot];
    }
    hashes[slot] = hash;
    references[slot] = 1;
    return slot;
  }

  /** Adds a reference. */
  void pin(int slot) {
    if (references[slot]++ == 0) {
      unlink(slot);
    }
  }

  /** Drops a reference; the last one makes the block the most recently used of the idle ones. */
  void unpin(int slot) {
    if (--references[slot] == 0) {
      append(slot);
    }
  }

  /** Frees the least recently used idle block, of which there must be one; returns its name. */
  long evictOldest() {
    if (oldest == NONE) {
      throw new IllegalStateException("every cached block is referenced, none can be evicted");
    }
    int slot = oldest;
    unlink(slot);
    newer[slot] = firstFree;
    firstFree = slot;
    return hashes[slot];
  }

  private void append(int slot) {
    older[slot] = newest;
    newer[slot] = NONE;
    if (newest == NONE) {
      oldest = slot;
    } else {
      newer[newest] = slot;
    }
    newest = slot;
    idle++;
  }

  private void unlink(int slot) {
    int before = older[slot];
    int after = newer[slot];
    if (before == NONE) {
      oldest = after;
    } else {
      newer[before] = after;
    }
    if (after == NONE) {
      newest = before;
    } else {
      older[after] = before;
    }
    idle--;
  }

  private void growTo(int size) {
    if (size > hashes.length) {
      int length = (int) Math.min(2L * hashes.length, Integer.MAX_VALUE - 8);
      hashes = Arrays.copyOf(hashes, length);
      references = Arrays.copyOf(references, length);
      older = Arrays.copyOf(older, length);
      newer = Arrays.copyOf(newer, length);
    }
  }
}
