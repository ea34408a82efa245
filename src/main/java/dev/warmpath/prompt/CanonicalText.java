package dev.warmpath.prompt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A prompt as the one text that is hashed: for each segment 0xFF role 0xFE content 0xFD.
 *
 * <p>The three marks never occur in UTF-8, so the segments can be told from the text again, but for
 * segments of token ids. Whoever asks for the text must neither log nor keep it.
 */
public final class CanonicalText {
  /** Stands in front of a role. */
  public static final byte ROLE_MARK = (byte) 0xFF;

  /** Stands between a role and its content. */
  public static final byte CONTENT_MARK = (byte) 0xFE;

  /** Stands behind a content. */
  public static final byte END_MARK = (byte) 0xFD;

  private CanonicalText() {}

  /** Whether a prompt is text throughout: neither empty nor given as token ids. */
  public static boolean isText(Prompt prompt) {
    return !prompt.segments().isEmpty() && prompt.segments().stream().noneMatch(Segment::isTokens);
  }

  /** The whole text; a fresh array. */
  public static byte[] of(Prompt prompt) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    prompt.segments().forEach(segment -> append(text, segment, Integer.MAX_VALUE));
    return text.toByteArray();
  }

  /**
   * The text down to the end of the first message behind the instructions, or to a limit; a fresh
   * array.
   *
   * @param maxBytes the limit, positive
   */
  public static byte[] head(Prompt prompt, int maxBytes) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (Segment segment : prompt.segments()) {
      append(text, segment, maxBytes - text.size());
      if (!segment.isPreamble() || text.size() >= maxBytes) {
        break;
      }
    }
    byte[] all = text.toByteArray();
    return all.length > maxBytes ? Arrays.copyOf(all, maxBytes) : all;
  }

  /**
   * The segments of a whole text.
   *
   * @throws IllegalArgumentException if the marks do not stand as {@link #of} puts them
   */
  public static List<Segment> segments(byte[] text) {
    List<Segment> segments = new ArrayList<>();
    int at = 0;
    while (at < text.length) {
      int content = indexOf(text, CONTENT_MARK, at);
      int end = indexOf(text, END_MARK, content);
      if (text[at] != ROLE_MARK) {
        throw new IllegalArgumentException("no segment begins at byte " + at);
      }
      String role = new String(text, at + 1, content - at - 1, StandardCharsets.UTF_8);
      segments.add(Segment.ofUtf8(role, Arrays.copyOfRange(text, content + 1, end)));
      at = end + 1;
    }
    return segments;
  }

  private static int indexOf(byte[] text, byte mark, int from) {
    for (int i = from; i < text.length; i++) {
      if (text[i] == mark) {
        return i;
      }
    }
    throw new IllegalArgumentException("a segment is not closed behind byte " + from);
  }

  private static void append(ByteArrayOutputStream text, Segment segment, int maxContent) {
    text.write(ROLE_MARK);
    text.writeBytes(segment.role().getBytes(StandardCharsets.UTF_8));
    text.write(CONTENT_MARK);
    byte[] content = segment.content();
    text.write(content, 0, Math.min(content.length, Math.max(0, maxContent)));
    text.write(END_MARK);
  }
}
