package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.SplittableRandom;

/** One engine after the other; each router begins at an engine of its own. */
final class RoundRobin implements SimPolicy {
  private int next;

  RoundRobin(int engines, long seed) {
    next = new SplittableRandom(seed).nextInt(engines);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    int engine = next;
    next = (next + 1) % fleet.size();
    return engine;
  }
}
