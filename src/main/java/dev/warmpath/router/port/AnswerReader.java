package dev.warmpath.router.port;

import dev.warmpath.router.Usage;

/** Reads token counts off an engine's answer. */
public interface AnswerReader {
  /**
   * The usage that an answer reports; what it does not report, or reports absurdly, is unknown.
   *
   * @param body the answer; never kept
   * @param contentType its media type
   */
  Usage usage(byte[] body, String contentType);
}
