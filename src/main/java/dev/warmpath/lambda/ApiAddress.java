package dev.warmpath.lambda;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * Where Lambda's Runtime API listens, inside the environment.
 *
 * @param host a name or an IPv4 address
 * @param port 1 to 65535
 */
record ApiAddress(String host, int port) {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Checks the port. */
  ApiAddress {
    if (host.isEmpty() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException("'" + host + ":" + port + "' is no address");
    }
  }

  /**
   * Reads what {@code AWS_LAMBDA_RUNTIME_API} holds, such as {@code 127.0.0.1:9001}.
   *
   * @throws IllegalArgumentException if it is no host and port
   */
  static ApiAddress of(String text) {
    int colon = text.lastIndexOf(':');
    try {
      return new ApiAddress(
          text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no host and port", e);
    }
  }

  /** Opens a connection on which every write leaves at once. */
  Socket connect() throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(
          new InetSocketAddress(host, port), Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
