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
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record HttpRequest(
    String method,
    String path,
    Map<String, String> headers,
    byte[] body,
    String requestId,
    Instant deadline) {
  /** Makes header names case-insensitive. */
  public HttpRequest {
    Map<String, String> folded = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    folded.putAll(headers);
    headers = folded;
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
