package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;

/**
 * Consistent hashing with bounded loads: the first engine clockwise of the prefix whose load is
 * within a factor of the mean; the prefix's own if there is none.
 *
 * <p>Source: Mirrokni, Thorup and Zadimoghaddam, "Consistent hashing with bounded loads", 2018, as
 * in <a href="https://github.com/substratusai/kubeai">KubeAI</a>'s {@code PrefixHash}: 256 points
 * for each engine, bound 1.25 · (total + 1) / engines. KubeAI hashes the first 100 characters of
 * the first user message, which a trace does not tell: here it is the first tokens of the prompt.
 */
final class BoundedLoadHashing implements SimPolicy {
  private static final int POINTS_EACH = 256;

  private final int prefixTokens;
  private final double loadFactor;
  private final HashRing ring;

  /**
   * Makes one.
   *
   * @param prefixTokens how much of a prompt is hashed, positive
   * @param loadFactor the most load over the mean, at least 1
   */
  BoundedLoadHashing(int prefixTokens, double loadFactor, int engines) {
    this.prefixTokens = prefixTokens;
    this.loadFactor = loadFactor;
    this.ring = new HashRing(engines, POINTS_EACH);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    double bound = loadFactor * (total(fleet) + 1) / fleet.size();
    int place = ring.place(request.prefixName(prefixTokens));
    for (int steps = 0; steps < ring.size(); steps++) {
      int engine = ring.owner(place, steps);
      if (fleet.outstanding(engine) <= bound) {
        return engine;
      }
    }
    return ring.owner(place, 0);
  }

  private static int total(FleetView fleet) {
    int total = 0;
    for (int engine = 0; engine < fleet.size(); engine++) {
      total += fleet.outstanding(engine);
    }
    return total;
  }
}
