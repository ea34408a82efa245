package dev.warmpath.router.port;

/** What came of the wish for an answer in pieces. */
public sealed interface EngineOpening {
  /**
   * The model has begun, or will.
   *
   * @param stream the answer; to be closed
   */
  record Opened(EngineStream stream) implements EngineOpening {}

  /**
   * There will be no answer, and no byte of one was received.
   *
   * @param failure why
   */
  record Refused(EngineOutcome.Failed failure) implements EngineOpening {}
}
