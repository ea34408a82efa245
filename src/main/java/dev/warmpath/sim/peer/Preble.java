package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Preble's E2: exploit the engines that hold more than half of a prompt, else explore all; among
 * them the one with the least work in the last three minutes.
 *
 * <p>Source: Srivatsa et al., "Preble: efficient distributed prompt scheduling for LLM serving",
 * 2024, and <a href="https://github.com/WukLab/preble">its code</a>. Work of an engine = prefill of
 * the misses sent there in the window + output tokens in flight · median time per output token of
 * its last 200 answers, 0.15 s at first. After 50 requests an engine, what the heaviest engine
 * would get goes to the lightest while their ratio is 1.5 or more; the prompt is then held by both,
 * which replicates it. Holdings are the router's own record, as large as each engine's cache. Left
 * out: the price of evictions (off by default there) and the replication of a single hot node whose
 * TTFT doubles.
 */
final class Preble implements SimPolicy {
  private static final double WINDOW_SECONDS = 180;
  private static final int WARM_UP_REQUESTS_EACH = 50;
  private static final double REBALANCE_RATIO = 1.5;

  private final PrefixIndex index;
  private final Deque<Miss> window = new ArrayDeque<>();
  private final long[] prefillTokens;
  private final long[] decodingTokens;
  private final DecodePace[] paces;
  private final double[] work;
  private final int[] matched;
  private long sent;

  Preble(int engines) {
    index = new PrefixIndex(engines);
    prefillTokens = new long[engines];
    decodingTokens = new long[engines];
    paces = new DecodePace[engines];
    work = new double[engines];
    matched = new int[engines];
    for (int engine = 0; engine < engines; engine++) {
      paces[engine] = new DecodePace();
    }
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    forgetBefore(fleet.nowSeconds() - WINDOW_SECONDS);
    for (int engine = 0; engine < work.length; engine++) {
      double prefill = prefillTokens[engine] / fleet.prefillTokensPerSecond(engine);
      work[engine] = prefill + decodingTokens[engine] * paces[engine].median();
      matched[engine] = index.matchedTokens(engine, request);
    }
    int engine = rebalanced(leastWork(request));
    account(request, engine, fleet);
    return engine;
  }

  @Override
  public void firstToken(SimRequest request, int engine, int cachedTokens, FleetView fleet) {
    paces[engine].started(request.id(), fleet.nowSeconds());
  }

  @Override
  public void finished(SimRequest request, int engine, int cachedTokens, FleetView fleet) {
    decodingTokens[engine] -= request.outputTokens();
    paces[engine].finished(request.id(), request.outputTokens(), fleet.nowSeconds());
  }

  @Override
  public void refused(SimRequest request, int engine, FleetView fleet) {
    decodingTokens[engine] -= request.outputTokens();
  }

  private void forgetBefore(double time) {
    while (!window.isEmpty() && window.getFirst().at() < time) {
      Miss miss = window.removeFirst();
      prefillTokens[miss.engine()] -= miss.tokens();
    }
  }

  private int leastWork(SimRequest request) {
    int longest = Arrays.stream(matched).max().orElse(0);
    boolean exploits = 2 * longest > request.promptTokens();
    int best = -1;
    for (int engine = 0; engine < work.length; engine++) {
      boolean isCandidate = !exploits || matched[engine] == longest;
      if (isCandidate && (best < 0 || work[engine] < work[best])) {
        best = engine;
      }
    }
    return best;
  }

  private int rebalanced(int chosen) {
    int lightest = 0;
    int heaviest = 0;
    for (int engine = 1; engine < work.length; engine++) {
      lightest = work[engine] < work[lightest] ? engine : lightest;
      heaviest = work[engine] > work[heaviest] ? engine : heaviest;
    }
    boolean isWarm = sent >= (long) WARM_UP_REQUESTS_EACH * work.length;
    boolean isUneven = work[heaviest] >= REBALANCE_RATIO * work[lightest];
    return isWarm && isUneven && chosen == heaviest ? lightest : chosen;
  }

  private void account(SimRequest request, int engine, FleetView fleet) {
    int missed = request.promptTokens() - matched[engine];
    window.addLast(new Miss(fleet.nowSeconds(), engine, missed));
    prefillTokens[engine] += missed;
    decodingTokens[engine] += request.outputTokens();
    index.add(engine, request, fleet.capacityTokens(engine));
    sent++;
  }

  private record Miss(double at, int engine, int tokens) {}
}
