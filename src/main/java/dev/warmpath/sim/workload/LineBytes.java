package dev.warmpath.sim.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Cuts a stream of bytes into lines of bounded length; confined to one thread. */
final class LineBytes {
  private static final int CHUNK = 1 << 16;

  private final InputStream in;
  private final int maxBytes;
  private final byte[] chunk = new byte[CHUNK];
  private int at;
  private int filled;
  private byte[] line = new byte[CHUNK];
  private int length;
  private boolean tooLong;

  /** Bounds lines, without their line feed, to a number of bytes. */
  LineBytes(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** Goes to the next line; false if there is none. */
  boolean next() throws IOException {
    length = 0;
    tooLong = false;
    boolean any = false;
    while (at < filled || fill()) {
      any = true;
      int end = at;
      while (end < filled && chunk[end] != '\n') {
        end++;
      }
      take(end);
      if (end < filled) {
        at = end + 1;
        return true;
      }
      at = end;
    }
    return any;
  }

  /** The line's bytes; only until the next one. Undefined if it is too long. */
  ByteBuffer line() {
    return ByteBuffer.wrap(line, 0, length);
  }

  boolean isTooLong() {
    return tooLong;
  }

  boolean isBlank() {
    for (int i = 0; i < length; i++) {
      if (line[i] < 0 || line[i] > ' ') {
        return false;
      }
    }
    return !tooLong;
  }

  private boolean fill() throws IOException {
    filled = Math.max(0, in.read(chunk));
    at = 0;
    return filled > 0;
  }

  private void take(int end) {
    int more = end - at;
    tooLong |= length + more > maxBytes;
    if (tooLong) {
      length = 0;
      return;
    }
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.min(maxBytes, 2 * (length + more)));
    }
    System.arraycopy(chunk, at, line, length, more);
    length += more;
  }
}
