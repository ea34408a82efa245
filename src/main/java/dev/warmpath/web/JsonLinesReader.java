package dev.warmpath.web;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads JSON lines, each as the data of an event: LMI containers stream OpenAI's chunks so.
 *
 * <p>Lines end with LF or CRLF; blank lines mean nothing.
 */
final class JsonLinesReader implements EventReader {
  private final int maxLineBytes;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean tooLong;

  JsonLinesReader() {
    this(MAX_EVENT_BYTES);
  }

  /** Bounds lines, without their LF, to a number of bytes. */
  JsonLinesReader(int maxLineBytes) {
    this.maxLineBytes = maxLineBytes;
  }

  @Override
  public List<SseEvent> accept(byte[] bytes) {
    List<SseEvent> events = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < bytes.length && !tooLong; i++) {
      if (bytes[i] == '\n') {
        take(bytes, from, i);
        from = i + 1;
        complete(events);
      }
    }
    take(bytes, from, bytes.length);
    return events;
  }

  @Override
  public List<SseEvent> end() {
    List<SseEvent> events = new ArrayList<>();
    complete(events);
    return events;
  }

  @Override
  public boolean isTooLong() {
    return tooLong;
  }

  private void take(byte[] bytes, int from, int to) {
    tooLong = tooLong || line.size() + (to - from) > maxLineBytes;
    if (tooLong) {
      line.reset();
    } else {
      line.write(bytes, from, to - from);
    }
  }

  private void complete(List<SseEvent> events) {
    byte[] text = line.toByteArray();
    line.reset();
    boolean blank = true;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\r') {
        // White space to JSON, but the end of a line to readers of events.
        text[i] = ' ';
      }
      blank = blank && (text[i] == ' ' || text[i] == '\t');
    }
    if (!blank) {
      events.add(SseEvent.ofData(text));
    }
  }
}
