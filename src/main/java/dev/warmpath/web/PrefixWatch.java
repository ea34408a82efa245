package dev.warmpath.web;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.volatility.VolatilePrefixes;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.Trouble;

/**
 * Says when prompts spoil their own prefix: counts each such request, and writes a line for each
 * family of them, ever more rarely. Safe for any number of threads.
 */
public final class PrefixWatch {
  private final VolatilePrefixes prefixes = new VolatilePrefixes();
  private final RouteMetrics metrics;

  /** Makes a watch that has seen nothing yet. */
  public PrefixWatch(RouteMetrics metrics) {
    this.metrics = metrics;
  }

  /** Takes note of a prompt whose answer is out: nobody waits for this. */
  void observe(String requestId, Prompt prompt) {
    prefixes
        .observe(prompt)
        .ifPresent(
            piece -> {
              metrics.count(Trouble.VOLATILE_PREFIX);
              if (piece.isNews()) {
                RequestLog.volatilePrefix(requestId, piece);
              }
            });
  }
}
