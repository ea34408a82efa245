package dev.warmpath.router.port;

/** What a caller wants an answer to look like; knows the relay for whatever an engine speaks. */
@FunctionalInterface
public interface AnswerFormat {
  /**
   * A new relay for one answer of one engine.
   *
   * @param engineContentType the media type that the engine gave; may be empty or wrong
   */
  AnswerRelay relayFor(String engineContentType);
}
