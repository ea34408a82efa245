package dev.warmpath.router;

import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.Target;
import java.time.Duration;
import java.util.Optional;

/**
 * How long to leave the busy alone: as long as they say, up to a minute; else for as long as the
 * work that is known to wait takes them, up to half a minute. A second at least: who comes sooner
 * only adds to the queue.
 */
final class RetryAfter {
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration LONGEST_QUEUE = Duration.ofSeconds(30);

  private RetryAfter() {}

  /** How long one target is to be spared that failed. */
  static Duration ofTarget(EngineOutcome.Failed failure, RoutingContext context, Target target) {
    return said(failure).orElseGet(() -> bounded(context.prefillQueue(target), LONGEST_QUEUE));
  }

  /** How long a caller should wait whom no target could serve: for the least loaded one. */
  static Duration ofFleet(EngineOutcome.Failed failure, RoutingContext context) {
    return said(failure)
        .orElseGet(() -> bounded(context.shortestQueue().orElse(LEAST), LONGEST_QUEUE));
  }

  /** How long a caller should wait who was turned away for a queue that is too long by so much. */
  static Duration ofQueue(Duration excess) {
    return bounded(excess, LONGEST_QUEUE);
  }

  private static Optional<Duration> said(EngineOutcome.Failed failure) {
    return failure.retryAfter().map(wait -> bounded(wait, Health.LONGEST_BUSY_TIME));
  }

  private static Duration bounded(Duration wait, Duration most) {
    if (wait.compareTo(LEAST) < 0) {
      return LEAST;
    }
    return wait.compareTo(most) > 0 ? most : wait;
  }
}
