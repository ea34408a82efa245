package dev.warmpath.router.port;

import dev.warmpath.router.RouteReport;

/** The caller's end of an answer; confined to one request. */
public interface AnswerSink {
  /**
   * Begins the answer; called at most once, before the first write.
   *
   * @param contentType the answer's media type
   * @param report what is known of the request by now
   * @throws ClientGoneException if the caller is known to have left
   */
  void begin(String contentType, RouteReport report) throws ClientGoneException;

  /**
   * Sends bytes at once.
   *
   * @throws ClientGoneException if the caller is known to have left
   */
  void write(byte[] bytes) throws ClientGoneException;
}
