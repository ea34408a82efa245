package dev.warmpath.bench;

import java.nio.charset.StandardCharsets;

/**
 * Counts the tokens in an HTTP body of chunks, wherever it is cut, and sees its end. Chunk sizes
 * are not read: the runtime writes whole events. For one thread.
 */
final class ChunkedTokens {
  private static final byte[] TOKEN = "\"content\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private int ofToken;
  private int ofEnd;
  private long count;

  /** Takes in the first bytes of a buffer. */
  void add(byte[] buffer, int length) {
    for (int i = 0; i < length; i++) {
      ofToken = matched(TOKEN, ofToken, buffer[i]);
      if (ofToken == TOKEN.length) {
        ofToken = 0;
        count++;
      }
      if (ofEnd < END.length) {
        ofEnd = matched(END, ofEnd, buffer[i]);
      }
    }
  }

  /** How many tokens there are by now. */
  long count() {
    return count;
  }

  /** Whether the last chunk has come. */
  boolean isEnded() {
    return ofEnd == END.length;
  }

  /** How much of a text the last bytes are; the two texts repeat none of their beginnings. */
  private static int matched(byte[] text, int before, byte next) {
    if (next == text[before]) {
      return before + 1;
    }
    return next == text[0] ? 1 : 0;
  }
}
