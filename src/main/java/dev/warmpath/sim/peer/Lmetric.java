package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;

/**
 * LMetric: the least product of the prompt's uncached tokens and the requests that an engine would
 * then have. No parameter.
 *
 * <p>Source: <a href="https://arxiv.org/abs/2603.15202">arXiv 2603.15202</a>, as in the <a
 * href="https://github.com/lightseekorg/smg">SGLang router</a>: matches come from its own tree of
 * 2^26 characters an engine; ties go by requests, then uncached tokens, then number.
 */
final class Lmetric implements SimPolicy {
  private static final long TREE_TOKENS = (1L << 26) / 4;

  private final PrefixIndex index;

  Lmetric(int engines) {
    index = new PrefixIndex(engines);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    int best = 0;
    long bestScore = Long.MAX_VALUE;
    for (int engine = 0; engine < fleet.size(); engine++) {
      int uncached = request.promptTokens() - index.matchedTokens(engine, request);
      long score = uncached * (fleet.outstanding(engine) + 1L);
      // With equal products, fewer requests mean more uncached tokens: one comparison decides.
      boolean tieWon = score == bestScore && fleet.outstanding(engine) < fleet.outstanding(best);
      if (score < bestScore || tieWon) {
        best = engine;
        bestScore = score;
      }
    }
    index.add(best, request, TREE_TOKENS);
    return best;
  }
}
