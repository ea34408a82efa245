package dev.warmpath.router.port;

import dev.warmpath.routing.Health;
import java.time.Duration;

/** What the end of a call says about its target. */
public sealed interface Ending {
  /** The model answered: all earlier faults are forgiven. */
  record Answered() implements Ending {}

  /** The target broke: faults in a row open its breaker. */
  record Fault() implements Ending {}

  /**
   * The target is sound but busy.
   *
   * @param retryAfter how long it asks to be spared
   */
  record Busy(Duration retryAfter) implements Ending {}

  /** Nothing: the caller's mistake, or a caller who left. */
  record Neutral() implements Ending {}

  /** A busy target that does not say for how long. */
  static Ending busy() {
    return new Busy(Health.BUSY_TIME);
  }

  /**
   * What a failure says.
   *
   * @param kind whose fault it is
   * @param explained whether the work known to wait at the target explains that it was slow
   */
  static Ending of(EngineOutcome.Kind kind, boolean explained) {
    return switch (kind) {
      case BACKPRESSURE -> busy();
      case TIMEOUT -> explained ? busy() : new Fault();
      case FAULT, MISCONFIGURED -> new Fault();
      case CALLER -> new Neutral();
    };
  }
}
