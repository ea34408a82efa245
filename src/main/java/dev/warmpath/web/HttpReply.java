package dev.warmpath.web;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
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

  /** A good answer in JSON. */
  static HttpReply ofJson(String json) {
    return new HttpReply(
        200, Map.of("content-type", MediaTypes.JSON), json.getBytes(StandardCharsets.UTF_8));
  }

  /** This answer with one more header. */
  HttpReply with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new HttpReply(status, more, body);
  }

  /** Leaves the body out: it holds a completion. */
  @Override
  public String toString() {
    return "HttpReply[" + status + ", " + body.length + " bytes]";
  }
}
