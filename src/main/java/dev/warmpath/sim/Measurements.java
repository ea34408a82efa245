package dev.warmpath.sim;

import dev.warmpath.report.PolicyResult.Percentiles;
import java.util.Arrays;
import java.util.stream.LongStream;

/** What one run has shown of the requests that arrived after the warm-up. */
final class Measurements {
  private static final double NANOS_PER_SECOND = 1e9;

  private final InfiniteCache ideal = new InfiniteCache();
  private final long[] requestsByEngine;
  private final long[] computedByEngine;
  private double[] ttftSeconds = new double[1024];
  private int answered;
  private long arrived;
  private long shed;
  private long refused;
  private long fromNanos = Traffic.NEVER;
  private long toNanos;
  private long completed;
  private long completedInTime;
  private long promptTokens;
  private long cachedTokens;
  private long arrivedTokens;
  private long idealTokens;
  private double interTokenSeconds;
  private long withSeveralTokens;
  private long prefillNanos;
  private long prefillNanosInTime;
  private double outstandingRatios;
  private long outstandingSamples;

  Measurements(int engines) {
    this.requestsByEngine = new long[engines];
    this.computedByEngine = new long[engines];
  }

  void arrived(SimRequest request, long nowNanos, boolean warmUp, int[] outstanding) {
    long reusable = ideal.serve(request.blocks(), request.promptTokens(), request.blockTokens());
    if (warmUp) {
      return;
    }
    fromNanos = Math.min(fromNanos, nowNanos);
    // After the last arrival the run only drains: what happens then says nothing of rates.
    toNanos = nowNanos;
    completedInTime = completed;
    prefillNanosInTime = prefillNanos;
    arrived++;
    arrivedTokens += request.promptTokens();
    idealTokens += reusable;
    sample(outstanding);
  }

  /** The request that arrived last was shed. */
  void shed() {
    shed += isCounting() ? 1 : 0;
  }

  /** The request that arrived last was refused. */
  void refused() {
    refused += isCounting() ? 1 : 0;
  }

  /** An iteration that computes prompts has run. */
  void prefilled(long startNanos, long endNanos) {
    prefillNanos += Math.max(0, endNanos - Math.max(startNanos, fromNanos));
  }

  void finished(InFlight request, int engine, long nowNanos) {
    completed += isCounting() ? 1 : 0;
    if (request.arrivedNanos() < fromNanos) {
      return;
    }
    if (answered == ttftSeconds.length) {
      ttftSeconds = Arrays.copyOf(ttftSeconds, 2 * answered);
    }
    ttftSeconds[answered++] = seconds(request.firstTokenNanos() - request.arrivedNanos());
    int prompt = request.request().promptTokens();
    promptTokens += prompt;
    cachedTokens += request.cachedTokens();
    requestsByEngine[engine]++;
    computedByEngine[engine] += prompt - request.cachedTokens();
    int gaps = request.request().outputTokens() - 1;
    if (gaps > 0) {
      interTokenSeconds += seconds(nowNanos - request.firstTokenNanos()) / gaps;
      withSeveralTokens++;
    }
  }

  RunResult result() {
    double span = isCounting() ? seconds(toNanos - fromNanos) : 0;
    Arrays.sort(ttftSeconds, 0, answered);
    return new RunResult(
        arrived,
        answered,
        shed,
        refused,
        ratio((double) completedInTime, span),
        ratio((double) cachedTokens, (double) promptTokens),
        ratio((double) idealTokens, (double) arrivedTokens),
        new Percentiles(percentile(0.5), percentile(0.9), percentile(0.99)),
        ratio(interTokenSeconds, (double) withSeveralTokens),
        ratio(seconds(prefillNanosInTime), span * requestsByEngine.length),
        maxOverMean(computedByEngine),
        maxOverMean(requestsByEngine),
        outstandingSamples == 0 ? 1 : outstandingRatios / outstandingSamples);
  }

  private boolean isCounting() {
    return fromNanos != Traffic.NEVER;
  }

  private void sample(int[] outstanding) {
    long sum = 0;
    int most = 0;
    for (int requests : outstanding) {
      sum += requests;
      most = Math.max(most, requests);
    }
    if (sum > 0) {
      outstandingRatios += (double) most * outstanding.length / sum;
      outstandingSamples++;
    }
  }

  /** The smallest value that at least such a share of all does not exceed; 0 if there is none. */
  private double percentile(double share) {
    int rank = (int) Math.ceil(share * answered);
    return answered == 0 ? 0 : ttftSeconds[Math.max(0, rank - 1)];
  }

  private static double maxOverMean(long[] values) {
    double mean = LongStream.of(values).average().orElse(0);
    return mean == 0 ? 1 : LongStream.of(values).max().orElse(0) / mean;
  }

  private static double ratio(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }

  private static double seconds(long nanos) {
    return nanos / NANOS_PER_SECOND;
  }
}
