package dev.warmpath.web;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * An HTTP request as any door hands it in.
 *
 * @param method upper case
 * @param path without query and stage
 * @param headers by name in any case
 * @param body the bytes; not copied, not to be changed
 * @param requestId the request's name
 * @param deadline when the answer must be there
 * @param caller who sent it, as the door knows
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record HttpRequest(
    String method,
    String path,
    Map<String, String> headers,
    byte[] body,
    String requestId,
    Instant deadline,
    Caller caller) {
  /** Makes header names case-insensitive. */
  public HttpRequest {
    Map<String, String> folded = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    folded.putAll(headers);
    headers = folded;
  }

  /** A request of nobody in particular. */
  public HttpRequest(
      String method,
      String path,
      Map<String, String> headers,
      byte[] body,
      String requestId,
      Instant deadline) {
    this(method, path, headers, body, requestId, deadline, Caller.UNNAMED);
  }

  /** A header's value; empty if absent. */
  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /** Leaves headers and body out: they hold keys and prompts. */
  @Override
  public String toString() {
    return method + " " + path + " " + requestId;
  }
}
