package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.SplittableRandom;

/**
 * NVIDIA Dynamo's KV router: the least sum of prefill and active tokens that an engine would then
 * have, from the engines' KV events; equal ones draw lots.
 *
 * <p>Source: <a href="https://github.com/ai-dynamo/dynamo">Dynamo</a>, temperature 0, no overlap
 * decay: cost = prefillWeight · (pending prefill + the prompt's uncached part) + active tokens.
 * Dynamo counts blocks, all terms alike. Its own default weight is 1; on chats a weight of 2 serves
 * it better, because here active tokens include those of requests that still wait.
 */
final class DynamoCost implements SimPolicy {
  private final double prefillWeight;
  private final Least least;

  /**
   * Makes one.
   *
   * @param prefillWeight what a token to compute counts against one that is kept, not negative
   */
  DynamoCost(double prefillWeight, long seed) {
    this.prefillWeight = prefillWeight;
    this.least = new Least(new SplittableRandom(seed));
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    least.clear();
    for (int engine = 0; engine < fleet.size(); engine++) {
      long uncached = request.promptTokens() - fleet.cachedTokens(engine, request);
      long prefill = fleet.pendingPrefillTokens(engine) + uncached;
      least.offer(engine, prefillWeight * prefill + fleet.outstandingTokens(engine));
    }
    return least.engine();
  }
}
