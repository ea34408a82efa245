package dev.warmpath.local;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads request bodies up to a limit. */
final class BoundedBody {
  private static final int DRAINED_LIMITS = 4;
  private static final int BUFFER_BYTES = 1 << 16;

  private BoundedBody() {}

  /**
   * The whole body; empty if it is longer than the limit. The rest of one that is too long is read
   * and dropped, up to a bound: a client that is still writing would not see the answer.
   */
  static Optional<byte[]> read(InputStream in, int limitBytes) throws IOException {
    byte[] body = in.readNBytes(limitBytes + 1);
    if (body.length <= limitBytes) {
      return Optional.of(body);
    }
    byte[] buffer = new byte[BUFFER_BYTES];
    long left = (long) DRAINED_LIMITS * limitBytes;
    for (int count = in.read(buffer); count >= 0 && left > 0; count = in.read(buffer)) {
      left -= count;
    }
    return Optional.empty();
  }
}
