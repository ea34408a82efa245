package dev.warmpath.sim;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The rules that look at load at most: what everything else is compared with. */
public final class BaselinePolicies {
  private BaselinePolicies() {}

  /** Each request by its own lot. */
  public static SimPolicy random(int engines, long seed) {
    RandomGenerator lot = new SplittableRandom(seed);
    return (request, fleet) -> lot.nextInt(engines);
  }

  /** The engines in turn; each router begins somewhere else. */
  public static SimPolicy roundRobin(int engines, long seed) {
    return new SimPolicy() {
      private int next = new SplittableRandom(seed).nextInt(engines);

      @Override
      public int pick(SimRequest request, FleetView fleet) {
        int turn = next;
        next = (next + 1) % engines;
        return turn;
      }
    };
  }

  /** The engine with the fewest requests, ties by lot. */
  public static SimPolicy leastOutstanding(int engines, long seed) {
    RandomGenerator lot = new SplittableRandom(seed);
    return (request, fleet) -> {
      int best = 0;
      int ties = 1;
      for (int engine = 1; engine < engines; engine++) {
        int ahead = fleet.outstanding(best) - fleet.outstanding(engine);
        ties = ahead > 0 ? 1 : ahead == 0 ? ties + 1 : ties;
        if (ahead > 0 || (ahead == 0 && lot.nextInt(ties) == 0)) {
          best = engine;
        }
      }
      return best;
    };
  }
}
