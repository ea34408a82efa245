package dev.warmpath.web;

import java.io.IOException;
import java.util.Map;

/** The open end of an HTTP answer, as a door offers it; used by one thread at a time. */
public interface ReplySink {
  /**
   * Begins the answer; what is said here leaves at once. Called exactly once.
   *
   * @param status the HTTP status
   * @param headers by name, lower case
   * @throws IOException if the caller has left
   */
  void start(int status, Map<String, String> headers) throws IOException;

  /**
   * Sends a part of the body, which leaves at once.
   *
   * @throws IOException if the caller has left
   */
  void write(byte[] bytes) throws IOException;
}
