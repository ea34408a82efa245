package dev.warmpath.engine;

import java.util.Arrays;

/**
 * A map from block hash to slot over primitive arrays. Not safe for several threads.
 *
 * <p>Open addressing with linear probing; removal shifts the following entries back, so that no
 * tombstones pile up in a cache that evicts for days.
 */
public final class BlockIndex {
  /** What {@link #slot} answers for a hash that is not there. */
  public static final int ABSENT = -1;

  private static final int INITIAL_SIZE = 64;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long[] hashes = new long[INITIAL_SIZE];
  private int[] slots = emptySlots(INITIAL_SIZE);
  private int size;

  /** The number of hashes. */
  public int size() {
    return size;
  }

  /** The slot of a hash, or {@link #ABSENT}. */
  public int slot(long hash) {
    return slots[position(hash)];
  }

  /** Adds a hash that is not there yet. */
  public void put(long hash, int slot) {
    if (2 * (size + 1) > slots.length) {
      grow();
    }
    int position = position(hash);
    hashes[position] = hash;
    slots[position] = slot;
    size++;
  }

  /** Removes a hash that is there. */
  public void remove(long hash) {
    int mask = slots.length - 1;
    int hole = position(hash);
    int next = (hole + 1) & mask;
    while (slots[next] != ABSENT) {
      int home = home(hashes[next]);
      // The entry may move back only if its home does not lie behind the hole.
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        hashes[hole] = hashes[next];
        slots[hole] = slots[next];
        hole = next;
      }
      next = (next + 1) & mask;
    }
    slots[hole] = ABSENT;
    size--;
  }

  private int position(long hash) {
    int mask = slots.length - 1;
    int position = home(hash);
    while (slots[position] != ABSENT && hashes[position] != hash) {
      position = (position + 1) & mask;
    }
    return position;
  }

  private int home(long hash) {
    // Callers may use small numbers as hashes, as traces do.
    return (int) ((hash * GOLDEN) >>> 32) & (slots.length - 1);
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldSlots = slots;
    hashes = new long[2 * oldHashes.length];
    slots = emptySlots(2 * oldSlots.length);
    for (int i = 0; i < oldSlots.length; i++) {
      if (oldSlots[i] != ABSENT) {
        int position = position(oldHashes[i]);
        hashes[position] = oldHashes[i];
        slots[position] = oldSlots[i];
      }
    }
  }

  private static int[] emptySlots(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, ABSENT);
    return slots;
  }
}
