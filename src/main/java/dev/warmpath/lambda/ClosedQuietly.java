package dev.warmpath.lambda;

import java.io.IOException;
import java.net.Socket;

/** Ends connections of which nothing more is wanted. */
final class ClosedQuietly {
  private ClosedQuietly() {}

  /** Closes a socket, and takes a failure of that for a closed socket too. */
  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // What was to be said has been said or cannot be said any more.
    }
  }
}
