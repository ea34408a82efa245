package dev.warmpath.engine;

import java.util.Arrays;

/**
 * Numbered slots in the order in which they were appended, any of which can leave it. Not safe for
 * several threads.
 *
 * <p>A doubly linked list in arrays that grow on demand: every step takes the same short time, and
 * a large number of slots costs only what is used of it.
 */
public final class SlotOrder {
  /** What {@link #oldest} answers where there is no slot. */
  public static final int NONE = -1;

  private static final int INITIAL_SIZE = 64;

  private int[] older = new int[INITIAL_SIZE];
  private int[] newer = new int[INITIAL_SIZE];
  private int oldest = NONE;
  private int newest = NONE;
  private int size;

  /** How many slots are in it. */
  public int size() {
    return size;
  }

  /** The slot that was appended before all others, or {@link #NONE}. */
  public int oldest() {
    return oldest;
  }

  /**
   * Puts a slot behind all others.
   *
   * @param slot one that is not in it, not negative
   */
  public void append(int slot) {
    growTo(slot + 1);
    older[slot] = newest;
    newer[slot] = NONE;
    if (newest == NONE) {
      oldest = slot;
    } else {
      newer[newest] = slot;
    }
    newest = slot;
    size++;
  }

  /**
   * Takes a slot out.
   *
   * @param slot one that is in it
   */
  public void remove(int slot) {
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
    size--;
  }

  private void growTo(int length) {
    if (length > older.length) {
      int grown = (int) Math.min(Math.max(length, 2L * older.length), Integer.MAX_VALUE - 8);
      older = Arrays.copyOf(older, grown);
      newer = Arrays.copyOf(newer, grown);
    }
  }
}
