package dev.warmpath.lambda;

import java.io.ByteArrayInputStream;

/** Bytes with an end, behind which nobody may go on reading: so a reader that hangs is found. */
final class EndingStream extends ByteArrayInputStream {
  private static final int READS_BEHIND_THE_END = 3;

  private int readsBehindTheEnd;

  EndingStream(byte[] bytes) {
    super(bytes);
  }

  @Override
  public synchronized int read() {
    return checked(super.read());
  }

  @Override
  public synchronized int read(byte[] into, int offset, int length) {
    return checked(super.read(into, offset, length));
  }

  private int checked(int read) {
    if (read < 0 && ++readsBehindTheEnd > READS_BEHIND_THE_END) {
      throw new AssertionError("the reader goes on behind the end of its input");
    }
    return read;
  }
}
