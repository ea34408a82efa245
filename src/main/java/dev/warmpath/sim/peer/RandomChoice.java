package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.SplittableRandom;

/** Any engine, drawn by lot: SageMaker's {@code RANDOM} strategy. */
final class RandomChoice implements SimPolicy {
  private final SplittableRandom random;

  RandomChoice(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    return random.nextInt(fleet.size());
  }
}
