package dev.warmpath.sim;

/** One cache that sees all requests and forgets nothing: the best that any routing can hit. */
final class InfiniteCache {
  private final LongSet blocks = new LongSet();

  /**
   * Serves a request.
   *
   * @return its prompt tokens that were served before, in whole blocks
   */
  long serve(SimRequest request) {
    long[] names = request.blocks();
    int hits = knownBlocks(names);
    for (int block = hits; block < names.length; block++) {
      blocks.add(names[block]);
    }
    // Engines compute at least the last token anew, so a block that ends the prompt never counts.
    int most = (request.promptTokens() - 1) / request.blockTokens();
    return (long) Math.min(hits, most) * request.blockTokens();
  }

  /** Names are chained: whoever knows a block knows all before it. */
  private int knownBlocks(long[] names) {
    int known = 0;
    int unknown = names.length;
    while (known < unknown) {
      int middle = (known + unknown) >>> 1;
      if (blocks.contains(names[middle])) {
        known = middle + 1;
      } else {
        unknown = middle;
      }
    }
    return known;
  }
}
