package dev.warmpath.demo;

import dev.warmpath.report.PolicyResult.Percentiles;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** What one run has measured so far. Writes guarded by this. */
final class Measurements {
  private static final int DIGITS = 3;

  private final Histogram ttftMicros = new Histogram(DIGITS);
  private final Histogram routerMicros = new Histogram(DIGITS);
  private long requests;
  private long errors;
  private long promptTokens;
  private long cachedTokens;

  synchronized void answered(Answer answer, Duration whole, double routerMillis) {
    requests++;
    promptTokens += answer.promptTokens();
    cachedTokens += answer.cachedTokens();
    double ttftSeconds = Math.max(0, whole.toNanos() / 1e9 - answer.decodeSeconds());
    ttftMicros.recordValue(Math.round(ttftSeconds * 1e6));
    routerMicros.recordValue(Math.round(routerMillis * 1e3));
  }

  synchronized void failed() {
    requests++;
    errors++;
  }

  synchronized long requests() {
    return requests;
  }

  synchronized long errors() {
    return errors;
  }

  synchronized double hitRate() {
    return promptTokens == 0 ? 0 : (double) cachedTokens / promptTokens;
  }

  synchronized Percentiles ttft() {
    return new Percentiles(seconds(50), seconds(90), seconds(99));
  }

  synchronized double routerMillis() {
    return routerMicros.getValueAtPercentile(50) / 1e3;
  }

  private double seconds(double percentile) {
    return ttftMicros.getValueAtPercentile(percentile) / 1e6;
  }
}
