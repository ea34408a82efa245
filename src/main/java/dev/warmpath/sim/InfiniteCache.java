package dev.warmpath.sim;

import dev.warmpath.engine.BlockIndex;

/**
 * One cache that sees all requests and forgets nothing: the best that any routing can hit. Confined
 * to one thread.
 */
public final class InfiniteCache {
  private final BlockIndex blocks = new BlockIndex();

  /** Makes one that has seen nothing. */
  public InfiniteCache() {}

  /**
   * Serves a prompt.
   *
   * @param names chained names of its leading whole blocks
   * @return its tokens that were served before, in whole blocks
   */
  public long serve(long[] names, int promptTokens, int blockTokens) {
    int hits = knownBlocks(names);
    for (int block = hits; block < names.length; block++) {
      // A made-up chain may name a block twice.
      if (!isKnown(names[block])) {
        blocks.put(names[block], block);
      }
    }
    // Engines compute at least the last token anew, so a block that ends the prompt never counts.
    int most = (promptTokens - 1) / blockTokens;
    return (long) Math.min(hits, most) * blockTokens;
  }

  private boolean isKnown(long name) {
    return blocks.slot(name) != BlockIndex.ABSENT;
  }

  /** Names are chained: whoever knows a block knows all before it. */
  private int knownBlocks(long[] names) {
    int known = 0;
    int unknown = names.length;
    while (known < unknown) {
      int middle = (known + unknown) >>> 1;
      if (isKnown(names[middle])) {
        known = middle + 1;
      } else {
        unknown = middle;
      }
    }
    return known;
  }
}
