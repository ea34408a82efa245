package dev.warmpath.sim.peer;

import dev.warmpath.prompt.SplitMix64;
import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;

/**
 * SageMaker's {@code PREFIX_AWARE} strategy: the hash of the first characters names an engine, and
 * the least loaded one takes over while that engine is at its threshold.
 *
 * <p>Source: <a
 * href="https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_PrefixAwareRoutingConfig.html">
 * PrefixAwareRoutingConfig</a>. How a key finds its instance is not published: rendezvous hashing
 * is a guess in its favour, for it spreads keys evenly. Four characters count as a token. A prompt
 * shorter than the prefix is its own key, so a growing chat changes its key with every turn until
 * then.
 */
final class PrefixAware implements SimPolicy {
  private static final int CHARACTERS_PER_TOKEN = 4;

  private final int prefixTokens;
  private final int threshold;
  private final LeastOutstanding otherwise;

  /**
   * Makes one.
   *
   * @param prefixCharacters {@code PrefixLength}, 1024 to 65536
   * @param threshold {@code ConcurrencyThreshold}, 1 to 1024
   */
  PrefixAware(int prefixCharacters, int threshold, long seed) {
    this.prefixTokens = prefixCharacters / CHARACTERS_PER_TOKEN;
    this.threshold = threshold;
    this.otherwise = new LeastOutstanding(seed);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    int home = home(request.prefixName(prefixTokens), fleet.size());
    return fleet.outstanding(home) < threshold ? home : otherwise.pick(request, fleet);
  }

  private static int home(long key, int engines) {
    int home = 0;
    long greatest = Long.MIN_VALUE;
    for (int engine = 0; engine < engines; engine++) {
      long weight = SplitMix64.mix(key ^ SplitMix64.mix(engine));
      if (weight > greatest) {
        greatest = weight;
        home = engine;
      }
    }
    return home;
  }
}
