package dev.warmpath.lambda;

import java.io.IOException;
import java.util.Map;

/**
 * The HTTP answer to one invocation, sent in pieces; used by one thread at a time.
 *
 * <p>Nobody closes it: the answer ends when the function returns.
 */
public interface ResponseStream {
  /**
   * Begins the answer; what is said here leaves at once.
   *
   * @param status the HTTP status
   * @param headers by name
   * @throws IOException if nobody listens; no part of an answer has been received then
   * @throws IllegalStateException if it has begun already
   * @throws IllegalArgumentException if the headers are longer than API Gateway takes
   */
  void start(int status, Map<String, String> headers) throws IOException;

  /**
   * Sends a part of the body, which leaves at once. Waits while the other side is slow.
   *
   * @throws IOException if nobody listens any more: the rest need not be computed
   * @throws IllegalStateException if the answer has not begun
   */
  void write(byte[] bytes) throws IOException;
}
