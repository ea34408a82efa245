package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;

/**
 * SGLang's {@code cache_aware}: the owner of the longest match if it covers enough of the prompt,
 * else the engine with the smallest tree; but the shortest queue for everybody while the fleet is
 * out of balance.
 *
 * <p>Source: the <a href="https://github.com/lightseekorg/smg">SGLang router</a>. Fleet-wide gate:
 * max − min &gt; absolute and max &gt; relative · min, on requests in flight. A node of the tree
 * names one owner, the last engine that was sent it; every prompt is inserted for the engine that
 * got it, in either branch. The tree keeps 2^26 characters an engine and drops leaves by age: every
 * minute there, at once here. Equal engines: the first.
 */
final class SglangCacheAware implements SimPolicy {
  private static final long TREE_TOKENS = (1L << 26) / 4;

  private final double matchRate;
  private final int absolute;
  private final double relative;
  private final PrefixIndex index;

  /**
   * Makes one.
   *
   * @param matchRate the share of a prompt that must match, 0 to 1
   * @param absolute the difference in requests above which the fleet may be out of balance
   * @param relative the ratio of requests above which it may be
   */
  SglangCacheAware(double matchRate, int absolute, double relative, int engines) {
    this.matchRate = matchRate;
    this.absolute = absolute;
    this.relative = relative;
    this.index = new PrefixIndex(engines);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    int engine = isImbalanced(fleet) ? shortestQueue(fleet) : byPrefix(request, fleet);
    index.add(engine, request, TREE_TOKENS);
    return engine;
  }

  private boolean isImbalanced(FleetView fleet) {
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int engine = 0; engine < fleet.size(); engine++) {
      least = Math.min(least, fleet.outstanding(engine));
      most = Math.max(most, fleet.outstanding(engine));
    }
    return most - least > absolute && most > relative * least;
  }

  private static int shortestQueue(FleetView fleet) {
    int best = 0;
    for (int engine = 1; engine < fleet.size(); engine++) {
      if (fleet.outstanding(engine) < fleet.outstanding(best)) {
        best = engine;
      }
    }
    return best;
  }

  private int byPrefix(SimRequest request, FleetView fleet) {
    int matched = 0;
    for (int engine = 0; engine < fleet.size(); engine++) {
      matched = Math.max(matched, index.matchedTokens(engine, request));
    }
    if (matched <= matchRate * request.promptTokens()) {
      return smallestTree(fleet);
    }
    return index.lastHolder(request.blocks()[matched / request.blockTokens() - 1]);
  }

  private int smallestTree(FleetView fleet) {
    int best = 0;
    for (int engine = 1; engine < fleet.size(); engine++) {
      if (index.size(engine) < index.size(best)) {
        best = engine;
      }
    }
    return best;
  }
}
