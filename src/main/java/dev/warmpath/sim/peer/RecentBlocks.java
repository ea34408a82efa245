package dev.warmpath.sim.peer;

import dev.warmpath.engine.BlockIndex;
import dev.warmpath.engine.SlotOrder;
import java.util.Arrays;

/**
 * A bounded set of block names that drops the least recently used: what a router believes an engine
 * to hold. Not safe for several threads.
 *
 * <p>A chain is used from its last block to its first, so that a block never outlives its parents.
 * Blocks live in numbered slots, so that a policy can keep more about them in arrays of its own.
 */
final class RecentBlocks {
  /** What {@link #slot} answers for a block that is not there. */
  static final int ABSENT = BlockIndex.ABSENT;

  private static final int INITIAL_SIZE = 64;

  private final BlockIndex index = new BlockIndex();
  private long[] names = new long[INITIAL_SIZE];
  private long[] times = new long[INITIAL_SIZE];
  private final SlotOrder order = new SlotOrder();

  /** How many blocks are there. */
  int size() {
    return index.size();
  }

  /** The slot of a block, or {@link #ABSENT}. */
  int slot(long block) {
    return index.slot(block);
  }

  /** When the block of a slot was used last, in the caller's own time. */
  long lastUse(int slot) {
    return times[slot];
  }

  /** How many leading blocks of a prompt are there. */
  int matched(long[] blocks) {
    int matched = 0;
    while (matched < blocks.length && index.slot(blocks[matched]) != ABSENT) {
      matched++;
    }
    return matched;
  }

  /**
   * Adds or refreshes the blocks of a prompt.
   *
   * @param capacity the most blocks to keep, positive
   * @param now the caller's time, never less than before
   */
  void use(long[] blocks, int capacity, long now) {
    for (int i = blocks.length - 1; i >= 0; i--) {
      use(blocks[i], capacity, now);
    }
  }

  /**
   * Adds or refreshes a block.
   *
   * @param capacity the most blocks to keep, positive
   * @param now the caller's time, never less than before
   * @return its slot, for a new block perhaps one that a dropped block had
   */
  int use(long block, int capacity, long now) {
    int slot = index.slot(block);
    if (slot == ABSENT) {
      slot = index.size() < capacity ? index.size() : dropOldest();
      growTo(slot + 1);
      names[slot] = block;
      index.put(block, slot);
    } else {
      order.remove(slot);
    }
    times[slot] = now;
    order.append(slot);
    return slot;
  }

  /** Frees the slot of the least recently used block. */
  private int dropOldest() {
    int slot = order.oldest();
    order.remove(slot);
    index.remove(names[slot]);
    return slot;
  }

  private void growTo(int size) {
    if (size > names.length) {
      int length = Math.max(size, 2 * names.length);
      names = Arrays.copyOf(names, length);
      times = Arrays.copyOf(times, length);
    }
  }
}
