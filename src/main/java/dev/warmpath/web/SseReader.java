package dev.warmpath.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads server-sent events: lines end with CR, LF or CRLF, events with a blank line.
 *
 * <p>The events' raw bytes in a row are the stream. Blank lines in front of an event count to it.
 */
final class SseReader implements EventReader {
  private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);

  private final int maxEventBytes;
  private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private String name = "";
  private boolean hasLines;
  private boolean hasData;

  /** Whether the last byte was a CR, to which a LF may belong. */
  private boolean afterReturn;

  /** Whether the last line that was not blank ended with CRLF. */
  private boolean endsWithPairs;

  /** Whether an event lacks only the LF of its last CRLF. */
  private boolean lacksFeed;

  private boolean tooLong;

  SseReader() {
    this(MAX_EVENT_BYTES);
  }

  /** Bounds events, with their comments and fields, to a number of bytes. */
  SseReader(int maxEventBytes) {
    this.maxEventBytes = maxEventBytes;
  }

  @Override
  public List<SseEvent> accept(byte[] bytes) {
    List<SseEvent> events = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < bytes.length && !tooLong; i++) {
      byte next = bytes[i];
      if (next == '\n' && afterReturn) {
        endPair(events);
        from = i + 1;
      } else {
        if (lacksFeed) {
          complete(events);
        }
        afterReturn = next == '\r';
        if (next == '\n' || next == '\r') {
          take(bytes, from, i, i + 1);
          from = i + 1;
          endLine(events);
        }
      }
    }
    take(bytes, from, bytes.length, bytes.length);
    return events;
  }

  @Override
  public List<SseEvent> end() {
    List<SseEvent> events = new ArrayList<>();
    if (lacksFeed) {
      complete(events);
    }
    if (hasLines || line.size() > 0) {
      byte[] breaks = {'\n', '\n'};
      events.addAll(accept(breaks));
    }
    return events;
  }

  @Override
  public boolean isTooLong() {
    return tooLong;
  }

  private void take(byte[] bytes, int from, int lineEnd, int to) {
    if (tooLong || raw.size() + (to - from) > maxEventBytes) {
      tooLong = true;
      clear();
      return;
    }
    line.write(bytes, from, lineEnd - from);
    raw.write(bytes, from, to - from);
  }

  private void endPair(List<SseEvent> events) {
    raw.write('\n');
    afterReturn = false;
    endsWithPairs = true;
    if (lacksFeed) {
      complete(events);
    }
  }

  private void endLine(List<SseEvent> events) {
    if (tooLong) {
      return;
    }
    if (line.size() > 0) {
      field(line.toByteArray());
      line.reset();
      hasLines = true;
      endsWithPairs = false;
    } else if (hasLines) {
      // A LF that comes later would otherwise stand in front of the next event, cut or not.
      lacksFeed = afterReturn && endsWithPairs;
      if (!lacksFeed) {
        complete(events);
      }
    }
  }

  private void field(byte[] text) {
    int colon = 0;
    while (colon < text.length && text[colon] != ':') {
      colon++;
    }
    int value = Math.min(colon + 1, text.length);
    if (value < text.length && text[value] == ' ') {
      value++;
    }
    if (isName(text, colon, DATA)) {
      if (hasData) {
        data.write('\n');
      }
      hasData = true;
      data.write(text, value, text.length - value);
    } else if (isName(text, colon, EVENT)) {
      name = new String(text, value, text.length - value, StandardCharsets.UTF_8);
    }
  }

  private static boolean isName(byte[] text, int length, byte[] name) {
    return Arrays.equals(text, 0, length, name, 0, name.length);
  }

  private void complete(List<SseEvent> events) {
    events.add(new SseEvent(raw.toByteArray(), name, data.toByteArray()));
    clear();
  }

  private void clear() {
    raw.reset();
    line.reset();
    data.reset();
    name = "";
    hasLines = false;
    hasData = false;
    lacksFeed = false;
  }
}
