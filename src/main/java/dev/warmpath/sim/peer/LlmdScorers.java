package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.SplittableRandom;

/**
 * llm-d's weighted scorers: prefix, queue and KV memory, each 0 to 1; the greatest sum wins, equal
 * ones draw lots.
 *
 * <p>Source: the <a href="https://github.com/llm-d/llm-d-router">llm-d router</a>. queue = (max −
 * waiting) / (max − min), 1 if all are equal; memory = 1 − usage; prefix = matched / prompt, from
 * {@link LlmdPrefixes}.
 */
final class LlmdScorers implements SimPolicy {
  private final LlmdPrefixes prefixes;
  private final double prefixWeight;
  private final double queueWeight;
  private final double memoryWeight;
  private final Least best;

  private LlmdScorers(
      LlmdPrefixes prefixes, double prefix, double queue, double memory, long seed) {
    this.prefixes = prefixes;
    this.prefixWeight = prefix;
    this.queueWeight = queue;
    this.memoryWeight = memory;
    this.best = new Least(new SplittableRandom(seed));
  }

  /** Its own record of what it sent where, weights 3, 2 and 2: the defaults of its Helm chart. */
  static LlmdScorers approximate(int engines, long seed) {
    return new LlmdScorers(new LlmdPrefixes.Approximate(engines), 3, 2, 2, seed);
  }

  /** The engines' KV events, weights 2, 1 and 1. */
  static LlmdScorers precise(int engines, long seed) {
    return new LlmdScorers(new LlmdPrefixes.Precise(engines), 2, 1, 1, seed);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int engine = 0; engine < fleet.size(); engine++) {
      least = Math.min(least, fleet.waiting(engine));
      most = Math.max(most, fleet.waiting(engine));
    }
    prefixes.match(request, fleet);
    best.clear();
    for (int engine = 0; engine < fleet.size(); engine++) {
      double prefix = prefixes.matchedTokens(engine) / (double) request.promptTokens();
      double queue = most == least ? 1 : (most - fleet.waiting(engine)) / (double) (most - least);
      double memory = 1 - fleet.kvUsage(engine);
      double score = prefixWeight * prefix + queueWeight * queue + memoryWeight * memory;
      best.offer(engine, -score);
    }
    prefixes.sent(request, best.engine(), fleet);
    return best.engine();
  }
}
