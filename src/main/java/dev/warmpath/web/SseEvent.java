package dev.warmpath.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * One event of a stream.
 *
 * @param raw its bytes as server-sent event, with the blank line that ends it
 * @param name its {@code event} field; empty for none
 * @param data its {@code data} lines, joined by line feeds; empty for none, such as a comment
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record SseEvent(byte[] raw, String name, byte[] data) {
  private static final byte[] FIELD = "data: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

  /** An event of one line of data, which has no line break in it. */
  static SseEvent ofData(byte[] line) {
    ByteArrayOutputStream raw = new ByteArrayOutputStream(FIELD.length + line.length + END.length);
    raw.writeBytes(FIELD);
    raw.writeBytes(line);
    raw.writeBytes(END);
    return new SseEvent(raw.toByteArray(), "", line);
  }

  /** Leaves the bytes out: they hold a completion. */
  @Override
  public String toString() {
    return "SseEvent[" + raw.length + " bytes, " + data.length + " of data]";
  }
}
