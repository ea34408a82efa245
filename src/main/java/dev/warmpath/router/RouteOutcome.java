package dev.warmpath.router;

import dev.warmpath.router.port.EngineOutcome;

/** What came of a request: always with a report of how. */
public sealed interface RouteOutcome {
  /** How the request was placed and what it took. */
  RouteReport report();

  /**
   * The model answered.
   *
   * @param answer its answer
   * @param report how
   */
  record Answered(EngineOutcome.Answered answer, RouteReport report) implements RouteOutcome {}

  /**
   * The model did not answer.
   *
   * @param failure why
   * @param report how
   */
  record Failed(EngineOutcome.Failed failure, RouteReport report) implements RouteOutcome {}

  /**
   * No target is in service.
   *
   * @param message a sentence for the caller
   * @param report how
   */
  record NoTarget(String message, RouteReport report) implements RouteOutcome {}
}
