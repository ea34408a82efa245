package dev.warmpath.sim.peer;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * An engine's time per output token: the median of its last 200 answers, in seconds; 0.15 before
 * the first. Not safe for several threads.
 */
final class DecodePace {
  private static final int ANSWERS = 200;
  private static final double FIRST_GUESS = 0.15;

  private final Map<Integer, Double> firstTokens = new HashMap<>();
  private final double[] paces = new double[ANSWERS];
  private int answers;
  private double median = FIRST_GUESS;

  DecodePace() {
    paces[0] = FIRST_GUESS;
    answers = 1;
  }

  /** The median pace. */
  double median() {
    return median;
  }

  /** Notes a first token. */
  void started(int request, double now) {
    firstTokens.put(request, now);
  }

  /** Notes the last token; an answer of one token tells nothing of the pace. */
  void finished(int request, int outputTokens, double now) {
    Double started = firstTokens.remove(request);
    if (started == null || outputTokens == 1) {
      return;
    }
    paces[answers++ % ANSWERS] = (now - started) / (outputTokens - 1);
    double[] sorted = Arrays.copyOf(paces, Math.min(answers, ANSWERS));
    Arrays.sort(sorted);
    median = sorted[sorted.length / 2];
  }
}
