package dev.warmpath.sim.peer;

import dev.warmpath.prompt.SplitMix64;
import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;

/**
 * The hash of the first 50 characters modulo the number of engines: what articles on prompt caching
 * suggest. No load, no state. The first block of a trace stands for the characters.
 */
final class FirstCharacters implements SimPolicy {
  private static final int PREFIX_TOKENS = 50 / 4;

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    long hash = SplitMix64.mix(request.prefixName(PREFIX_TOKENS));
    return (int) Long.remainderUnsigned(hash, fleet.size());
  }
}
