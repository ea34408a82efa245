package dev.warmpath.router;

import dev.warmpath.router.port.EngineOutcome;
import java.time.Duration;

/** What came of a request: always with a report of how. */
public sealed interface RouteOutcome {
  /** How the request was placed and what it took. */
  RouteReport report();

  /**
   * The model answered, and the caller has it all.
   *
   * @param report how
   */
  record Answered(RouteReport report) implements RouteOutcome {}

  /**
   * The model did not answer, and the caller has nothing yet.
   *
   * @param failure why
   * @param retryAfter after how long a caller may hope for more, where the model is only busy
   * @param report how
   */
  record Failed(EngineOutcome.Failed failure, Duration retryAfter, RouteReport report)
      implements RouteOutcome {}

  /**
   * The answer broke off, and the caller has been told so within it.
   *
   * @param failure why
   * @param report how
   */
  record Broken(EngineOutcome.Failed failure, RouteReport report) implements RouteOutcome {}

  /**
   * The caller left before the end.
   *
   * @param report how
   */
  record Gone(RouteReport report) implements RouteOutcome {}

  /**
   * No target is in service, and the caller has nothing yet.
   *
   * @param message a sentence for the caller
   * @param report how
   */
  record NoTarget(String message, RouteReport report) implements RouteOutcome {}

  /**
   * Every target has too much work waiting, no model was asked, and the caller has nothing yet.
   *
   * @param retryAfter after how long a caller may hope for more
   * @param report how
   */
  record Shed(Duration retryAfter, RouteReport report) implements RouteOutcome {}
}
