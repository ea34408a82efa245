package dev.warmpath.sim.peer;

import dev.warmpath.sim.SimRequest;

/**
 * What a router believes each engine to hold, learned from its own decisions alone. Not safe for
 * several threads.
 */
final class PrefixIndex {
  private final RecentBlocks[] engines;
  private long prompts;

  PrefixIndex(int engines) {
    this.engines = new RecentBlocks[engines];
    for (int i = 0; i < engines; i++) {
      this.engines[i] = new RecentBlocks();
    }
  }

  /** Blocks believed to be on an engine. */
  int size(int engine) {
    return engines[engine].size();
  }

  /** Whether an engine is believed to hold a block. */
  boolean holds(int engine, long block) {
    return engines[engine].slot(block) != RecentBlocks.ABSENT;
  }

  /** Leading tokens of a prompt that an engine is believed to hold, in whole blocks. */
  int matchedTokens(int engine, SimRequest request) {
    return engines[engine].matched(request.blocks()) * request.blockTokens();
  }

  /** The engine that was sent a block last, or -1 if none is believed to hold it. */
  int lastHolder(long block) {
    int holder = -1;
    long latest = -1;
    for (int i = 0; i < engines.length; i++) {
      int slot = engines[i].slot(block);
      if (slot != RecentBlocks.ABSENT && engines[i].lastUse(slot) > latest) {
        latest = engines[i].lastUse(slot);
        holder = i;
      }
    }
    return holder;
  }

  /**
   * Notes that a prompt went to an engine.
   *
   * @param capacityTokens the most to remember of an engine, at least one block is kept
   */
  void add(int engine, SimRequest request, long capacityTokens) {
    long blocks = Math.max(1, capacityTokens / request.blockTokens());
    engines[engine].use(request.blocks(), (int) Math.min(Integer.MAX_VALUE, blocks), prompts++);
  }
}
