package dev.warmpath.lambda;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One connection to the Runtime API, opened when it is first needed and kept between requests.
 *
 * <p>A connection that the other side has closed meanwhile is replaced once, for GET only: the
 * request was never answered then. There is no read timeout, since the answer to {@code next} may
 * take hours. For one thread.
 */
final class RuntimeConnection implements AutoCloseable {
  private final ApiAddress address;
  private final int maxBodyBytes;
  private Optional<Open> open = Optional.empty();

  /**
   * Makes a connection that is not open yet.
   *
   * @param maxBodyBytes the longest body of an answer that is kept
   */
  RuntimeConnection(ApiAddress address, int maxBodyBytes) {
    this.address = address;
    this.maxBodyBytes = maxBodyBytes;
  }

  private record Open(Socket socket, HttpAnswerReader reader) {}

  /** Asks, and waits for the answer for as long as it takes. */
  HttpAnswer get(String path, Map<String, String> headers) throws IOException {
    byte[] request = HttpRequestHead.bytes("GET", address, path, headers);
    boolean reused = open.isPresent();
    try {
      return exchange(request);
    } catch (HttpAnswerReader.NothingReadException | java.net.SocketException e) {
      close();
      if (!reused) {
        throw e;
      }
    }
    return exchange(request);
  }

  /** Sends a body; it is sent once. */
  HttpAnswer post(String path, Map<String, String> headers, byte[] body) throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Length", Integer.toString(body.length));
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(HttpRequestHead.bytes("POST", address, path, all));
    request.write(body);
    // A kept connection might be dead, and what was sent into it must not be sent twice.
    close();
    return exchange(request.toByteArray());
  }

  @Override
  public void close() {
    Optional<Open> closed = open;
    open = Optional.empty();
    closed.ifPresent(c -> ClosedQuietly.close(c.socket()));
  }

  private HttpAnswer exchange(byte[] request) throws IOException {
    Open connection = open.isPresent() ? open.get() : connect();
    boolean reusable = false;
    try {
      connection.socket().getOutputStream().write(request);
      HttpAnswer answer = connection.reader().read();
      reusable = answer.reusable();
      return answer;
    } finally {
      if (!reusable) {
        close();
      }
    }
  }

  private Open connect() throws IOException {
    Socket socket = address.connect();
    Open connection =
        new Open(
            socket,
            new HttpAnswerReader(new BufferedInputStream(socket.getInputStream()), maxBodyBytes));
    open = Optional.of(connection);
    return connection;
  }
}
