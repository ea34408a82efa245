package dev.warmpath.web;

import java.util.Arrays;
import java.util.List;

/**
 * Finds out by its first byte whether a stream is of events or of JSON lines.
 *
 * <p>Engines behind SageMaker often call either {@code application/json} or {@code
 * application/octet-stream}. No event begins with a brace or a bracket, no line of JSON with a
 * field's name, so that the media type decides only what is neither. White space and a byte order
 * mark in front are dropped.
 */
final class SniffingReader implements EventReader {
  private final boolean typeSaysLines;
  private EventReader chosen = new SseReader();
  private boolean decided;

  SniffingReader(String contentType) {
    this.typeSaysLines = MediaTypes.isJsonLines(contentType);
  }

  @Override
  public List<SseEvent> accept(byte[] bytes) {
    byte[] known = decided ? bytes : sniffed(bytes);
    return chosen.accept(known);
  }

  @Override
  public List<SseEvent> end() {
    return chosen.end();
  }

  @Override
  public boolean isTooLong() {
    return chosen.isTooLong();
  }

  /** Whether the stream is of JSON lines, as far as is known. */
  boolean readsLines() {
    return chosen instanceof JsonLinesReader;
  }

  private byte[] sniffed(byte[] bytes) {
    int start = 0;
    while (start < bytes.length && isNothing(bytes[start])) {
      start++;
    }
    if (start < bytes.length) {
      decided = true;
      if (bytes[start] == '{' || bytes[start] == '[' || typeSaysLines) {
        chosen = new JsonLinesReader();
      }
    }
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }

  private static boolean isNothing(byte first) {
    return switch (first) {
      case ' ', '\t', '\r', '\n', (byte) 0xEF, (byte) 0xBB, (byte) 0xBF -> true;
      default -> false;
    };
  }
}
