package dev.warmpath.web;

import java.io.IOException;

/** A request in the form in which a door received it. */
@FunctionalInterface
public interface UndecodedRequest {
  /**
   * The request.
   *
   * @throws IOException if what the door received is no request at all
   * @throws IllegalArgumentException if a body that says it is base64 is not
   */
  HttpRequest decode() throws IOException;
}
