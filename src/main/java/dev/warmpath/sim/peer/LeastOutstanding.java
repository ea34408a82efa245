package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.SplittableRandom;

/**
 * The engine with the fewest unfinished requests: SageMaker's {@code LEAST_OUTSTANDING_REQUESTS}.
 */
final class LeastOutstanding implements SimPolicy {
  private final Least least;

  LeastOutstanding(long seed) {
    least = new Least(new SplittableRandom(seed));
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    least.clear();
    for (int engine = 0; engine < fleet.size(); engine++) {
      least.offer(engine, fleet.outstanding(engine));
    }
    return least.engine();
  }
}
