package dev.warmpath.router.port;

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

  /**
   * What a failure says.
   *
   * @param kind whose fault it is
   * @param explained whether the work known to wait at the target explains that it was slow
   * @param retryAfter how long the target is to be spared if it is busy
   */
  static Ending of(EngineOutcome.Kind kind, boolean explained, Duration retryAfter) {
    return switch (kind) {
      case BACKPRESSURE -> new Busy(retryAfter);
      case TIMEOUT -> explained ? new Busy(retryAfter) : new Fault();
      case FAULT, MISCONFIGURED -> new Fault();
      case CALLER -> new Neutral();
    };
  }
}
