package dev.warmpath.local;

import java.io.IOException;

/**
 * Where a model server writes an answer, piece by piece: first {@link #begin}, then the pieces.
 * Used by one thread.
 */
public interface AnswerSink {
  /**
   * Sends the head of the answer.
   *
   * @param status the HTTP status; {@link ContainerAnswer#NO_ANSWER} if none will come in time
   * @param contentType the media type of the pieces; empty if there is none
   * @throws IOException if the client has gone
   */
  void begin(int status, String contentType) throws IOException;

  /**
   * Sends a piece at once.
   *
   * @throws IOException if the client has gone: nobody wants the rest
   */
  void write(byte[] piece) throws IOException;
}
