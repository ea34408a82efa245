package dev.warmpath.web;

import java.util.List;
import java.util.Locale;

/** What media types say about a body. */
final class MediaTypes {
  /** Server-sent events. */
  static final String EVENT_STREAM = "text/event-stream";

  /** One JSON value. */
  static final String JSON = "application/json";

  private static final List<String> JSON_LINES =
      List.of(
          "application/jsonlines",
          "application/jsonl",
          "application/x-jsonlines",
          "application/x-ndjson",
          "application/ndjson");

  private MediaTypes() {}

  /** Whether a body is one JSON value. */
  static boolean isJson(String contentType) {
    String type = essence(contentType);
    return type.equals(JSON) || type.endsWith("+json");
  }

  /** Whether each line of a body is a JSON value. */
  static boolean isJsonLines(String contentType) {
    return JSON_LINES.contains(essence(contentType));
  }

  private static String essence(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT);
  }
}
