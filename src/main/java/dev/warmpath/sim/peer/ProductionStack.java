package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.SplittableRandom;

/**
 * The {@code prefixaware} router of vLLM's production stack: any engine among those that were sent
 * the longest known prefix; any at all for a new prompt.
 *
 * <p>Source: <a href="https://github.com/vllm-project/production-stack">production-stack</a>, a
 * trie of 128-character chunks with {@code min_match} 0. It knows no load and forgets nothing:
 * memory grows without bound.
 */
final class ProductionStack implements SimPolicy {
  private final SplittableRandom random;
  private final PrefixIndex trie;
  private final Least best;

  ProductionStack(int engines, long seed) {
    random = new SplittableRandom(seed);
    trie = new PrefixIndex(engines);
    best = new Least(random);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    best.clear();
    for (int engine = 0; engine < fleet.size(); engine++) {
      best.offer(engine, -trie.matchedTokens(engine, request));
    }
    int engine = best.engine();
    trie.add(engine, request, Long.MAX_VALUE);
    return engine;
  }
}
