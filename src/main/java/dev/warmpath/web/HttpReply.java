package dev.warmpath.web;

import java.util.Map;

/**
 * An HTTP answer as any door hands it out.
 *
 * @param status the HTTP status
 * @param headers by name, lower case
 * @param body the bytes; not copied
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record HttpReply(int status, Map<String, String> headers, byte[] body) {
  /** Copies the headers. */
  public HttpReply {
    headers = Map.copyOf(headers);
  }

  /** Leaves the body out: it holds a completion. */
  @Override
  public String toString() {
    return "HttpReply[" + status + ", " + body.length + " bytes]";
  }
}
