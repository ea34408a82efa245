package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * AIBrix's {@code prefix-cache}: the longest match among engines whose load is at most one standard
 * deviation above the mean; only among the least loaded while the fleet is out of balance.
 *
 * <p>Source: <a href="https://github.com/vllm-project/aibrix">AIBrix</a>. Out of balance: max − min
 * &gt; 8 requests. Order: match descending, load ascending, lots; if none passes, one of the least
 * loaded. One store for all engines: 200,000 blocks of 128 characters (its documentation; the code
 * says 4 characters, which would hold no two long prompts), each engine's entry valid for 20
 * minutes.
 */
final class AibrixPrefixCache implements SimPolicy {
  private static final int MAX_DIFFERENCE = 8;
  private static final long STORE_TOKENS = 200_000L * 128 / 4;
  private static final double MORE_THAN_ANY_LOAD = 1e6;
  private static final double VALID_SECONDS = 20 * 60;

  private final int engines;
  private final Least least;
  private final RecentBlocks store = new RecentBlocks();
  private final int[] matched;

  /** When each engine was sent the block of each slot: slot by slot, in seconds. */
  private double[] sentAt = new double[0];

  AibrixPrefixCache(int engines, long seed) {
    this.engines = engines;
    this.matched = new int[engines];
    this.least = new Least(new SplittableRandom(seed));
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    int engine = choose(request, fleet);
    add(engine, request, fleet.nowSeconds());
    return engine;
  }

  private int choose(SimRequest request, FleetView fleet) {
    int fewest = Integer.MAX_VALUE;
    int most = 0;
    double sum = 0;
    double squares = 0;
    for (int engine = 0; engine < engines; engine++) {
      int load = fleet.outstanding(engine);
      fewest = Math.min(fewest, load);
      most = Math.max(most, load);
      sum += load;
      squares += (double) load * load;
    }
    double mean = sum / engines;
    double deviation = Math.sqrt(Math.max(0, squares / engines - mean * mean));
    double limit = most - fewest > MAX_DIFFERENCE ? fewest : mean + deviation;
    int matching = longestMatch(request, fleet, limit);
    return matching >= 0 ? matching : leastLoaded(fleet);
  }

  /** The engine of the longest match among those of at most so much load; -1 if there is none. */
  private int longestMatch(SimRequest request, FleetView fleet, double limit) {
    match(request.blocks(), fleet.nowSeconds());
    least.clear();
    for (int engine = 0; engine < engines; engine++) {
      int load = fleet.outstanding(engine);
      if (matched[engine] > 0 && load <= limit) {
        least.offer(engine, load - MORE_THAN_ANY_LOAD * matched[engine]);
      }
    }
    return least.engine();
  }

  private int leastLoaded(FleetView fleet) {
    least.clear();
    for (int engine = 0; engine < engines; engine++) {
      least.offer(engine, fleet.outstanding(engine));
    }
    return least.engine();
  }

  private void match(long[] blocks, double now) {
    Arrays.fill(matched, 0);
    for (int depth = 0; depth < blocks.length; depth++) {
      int slot = store.slot(blocks[depth]);
      if (slot == RecentBlocks.ABSENT || !deepen(slot, depth, now)) {
        return;
      }
    }
  }

  /** Lengthens the matches that reach a depth and hold its block too; whether there was one. */
  private boolean deepen(int slot, int depth, double now) {
    boolean deepened = false;
    for (int engine = 0; engine < engines; engine++) {
      if (matched[engine] == depth && now - sentAt[slot * engines + engine] <= VALID_SECONDS) {
        matched[engine]++;
        deepened = true;
      }
    }
    return deepened;
  }

  private void add(int engine, SimRequest request, double now) {
    int capacity = (int) Math.max(1, STORE_TOKENS / request.blockTokens());
    long[] blocks = request.blocks();
    for (int i = blocks.length - 1; i >= 0; i--) {
      boolean isNew = store.slot(blocks[i]) == RecentBlocks.ABSENT;
      int slot = store.use(blocks[i], capacity, request.id());
      growTo((slot + 1) * engines);
      if (isNew) {
        Arrays.fill(sentAt, slot * engines, (slot + 1) * engines, Double.NEGATIVE_INFINITY);
      }
      sentAt[slot * engines + engine] = now;
    }
  }

  private void growTo(int size) {
    if (size > sentAt.length) {
      sentAt = Arrays.copyOf(sentAt, Math.max(size, 2 * sentAt.length));
    }
  }
}
