package dev.warmpath.advise;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.SplitMix64;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pieces that segments of a canonical text are made of: tools of a list, paragraphs of a
 * message.
 */
final class Passages {
  private static final int LEAST_BYTES = 64;

  private Passages() {}

  /**
   * A piece.
   *
   * @param from its first byte
   * @param to the byte behind its last one
   * @param name equal for equal pieces, whatever number they bear
   */
  record Passage(int from, int to, long name) {
    int bytes() {
      return to - from;
    }

    boolean isLong() {
      return bytes() >= LEAST_BYTES;
    }
  }

  /**
   * A segment.
   *
   * @param role whose
   * @param from the first byte of its content
   * @param to the byte behind its content
   */
  record Span(String role, int from, int to) {
    boolean isPreamble() {
      return role.equals("tools") || role.equals("system") || role.equals("developer");
    }
  }

  /** The segments of a text. */
  static List<Span> spans(byte[] text) {
    List<Span> spans = new ArrayList<>();
    int role = 0;
    int content = 0;
    for (int i = 0; i < text.length; i++) {
      switch (text[i]) {
        case CanonicalText.ROLE_MARK -> role = i + 1;
        case CanonicalText.CONTENT_MARK -> content = i + 1;
        case CanonicalText.END_MARK ->
            spans.add(
                new Span(
                    new String(text, role, content - 1 - role, StandardCharsets.UTF_8),
                    content,
                    i));
        default -> {}
      }
    }
    return spans;
  }

  /** A text down to the end of the first message behind the instructions, or to a limit. */
  static byte[] head(byte[] text, int maxBytes) {
    int end = 0;
    for (Span span : spans(text)) {
      end = span.to + 1;
      if (!span.isPreamble() || end >= maxBytes) {
        break;
      }
    }
    return Arrays.copyOf(text, Math.min(end, maxBytes));
  }

  /** The items of a JSON array that a segment holds; none if it holds something else. */
  static List<Passage> items(byte[] text, Span span) {
    List<Passage> items = new ArrayList<>();
    if (span.to - span.from < 2 || text[span.from] != '[' || text[span.to - 1] != ']') {
      return items;
    }
    int depth = 0;
    boolean quoted = false;
    int start = span.from + 1;
    for (int i = span.from + 1; i < span.to - 1; i++) {
      byte b = text[i];
      if (quoted) {
        if (b == '\\') {
          i++;
        } else if (b == '"') {
          quoted = false;
        }
      } else if (b == '"') {
        quoted = true;
      } else if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      } else if (b == ',' && depth == 0) {
        items.add(new Passage(start, i, SplitMix64.hash(text, start, i)));
        start = i + 1;
      }
    }
    items.add(new Passage(start, span.to - 1, SplitMix64.hash(text, start, span.to - 1)));
    return items;
  }

  /** The paragraphs of a segment, between empty lines; its lines if there are no empty ones. */
  static List<Passage> paragraphs(byte[] text, Span span) {
    List<Passage> paragraphs = split(text, span, true);
    return paragraphs.size() > 2 ? paragraphs : split(text, span, false);
  }

  private static List<Passage> split(byte[] text, Span span, boolean byEmptyLines) {
    List<Passage> parts = new ArrayList<>();
    int start = span.from;
    for (int i = span.from; i < span.to; i++) {
      boolean isEnd = text[i] == '\n' && (!byEmptyLines || (i > start && text[i - 1] == '\n'));
      if (isEnd || i == span.to - 1) {
        int end = isEnd ? (byEmptyLines ? i - 1 : i) : i + 1;
        if (end > start) {
          parts.add(new Passage(start, end, SplitMix64.hash(text, label(text, start, end), end)));
        }
        start = i + 1;
      }
    }
    return parts;
  }

  /** Where a paragraph begins behind a number such as "Document 3:" or "[2]". */
  private static int label(byte[] text, int from, int to) {
    int most = Math.min(to, from + 24);
    int at = from;
    while (at < most && !isDigit(text[at]) && text[at] != '\n') {
      at++;
    }
    int digits = at;
    while (digits < most && isDigit(text[digits])) {
      digits++;
    }
    boolean numbered = digits > at && digits - at <= 3 && at - from <= 12;
    return numbered ? digits : from;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
