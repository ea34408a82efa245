package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.SplittableRandom;

/**
 * Greedy choice with perfect information: the least time until the first token, (pending prefill +
 * missWeight · the prompt's own uncached tokens) / prefill rate; equal ones draw lots.
 *
 * <p>No peer: a mark to measure against. With weight 1 it serves the present prompt best; a greater
 * weight also counts what a miss costs those behind it.
 */
final class Oracle implements SimPolicy {
  private final double missWeight;
  private final Least least;

  /**
   * Makes one.
   *
   * @param missWeight how often the prompt's own misses count, not negative
   */
  Oracle(double missWeight, long seed) {
    this.missWeight = missWeight;
    this.least = new Least(new SplittableRandom(seed));
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    least.clear();
    for (int engine = 0; engine < fleet.size(); engine++) {
      long uncached = request.promptTokens() - fleet.cachedTokens(engine, request);
      double tokens = fleet.pendingPrefillTokens(engine) + missWeight * uncached;
      least.offer(engine, tokens / fleet.prefillTokensPerSecond(engine));
    }
    return least.engine();
  }
}
