package dev.warmpath.lambda;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the Runtime API answered.
 *
 * @param status the HTTP status
 * @param headers by name in any case
 * @param body the bytes; empty if they were too many
 * @param whole whether the body was read; if not, it was longer than the reader takes
 * @param reusable whether the connection can carry another request
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record HttpAnswer(
    int status, Map<String, String> headers, byte[] body, boolean whole, boolean reusable) {
  /** Makes header names case-insensitive. */
  HttpAnswer {
    Map<String, String> folded = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    folded.putAll(headers);
    headers = folded;
  }

  /** A header's value; empty if absent. */
  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /** Leaves headers and body out: they hold prompts. */
  @Override
  public String toString() {
    return "HttpAnswer[" + status + ", " + body.length + " bytes]";
  }
}
