package dev.warmpath.lambda;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A POST whose body is sent in chunks while it comes into being, and which may end in trailers.
 *
 * <p>It has a connection of its own, which ends with it. For one thread. {@code java.net.http}
 * cannot send trailers, hence the plain socket.
 */
final class ChunkedPost implements AutoCloseable {
  private static final int MAX_REPLY_BYTES = 64 * 1024;
  private static final byte[] END_OF_LINE = {'\r', '\n'};

  private final Socket socket;

  private ChunkedPost(Socket socket) {
    this.socket = socket;
  }

  /**
   * Opens a connection, and sends the head and the first chunk together.
   *
   * @param first not empty
   * @throws IOException if that fails; nothing stays open then
   */
  static ChunkedPost open(
      ApiAddress address, String path, Map<String, String> headers, byte[] first)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Transfer-Encoding", "chunked");
    all.put("Connection", "close");
    byte[] head = HttpRequestHead.bytes("POST", address, path, all);
    ChunkedPost post = new ChunkedPost(address.connect());
    try {
      post.send(head, first);
      return post;
    } catch (IOException e) {
      post.close();
      throw e;
    }
  }

  /** Sends a chunk at once; an empty one, which would end the body, is left out. */
  void write(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      send(new byte[0], bytes);
    }
  }

  /**
   * Ends the body and waits for the answer.
   *
   * @param trailers headers after the body; usually none
   * @param patience how long to wait for the answer
   * @throws java.net.SocketTimeoutException if there is none by then
   */
  HttpAnswer finish(Map<String, String> trailers, Duration patience) throws IOException {
    StringBuilder end = new StringBuilder("0\r\n");
    trailers.forEach((name, value) -> end.append(name).append(": ").append(value).append("\r\n"));
    end.append("\r\n");
    socket.getOutputStream().write(end.toString().getBytes(StandardCharsets.ISO_8859_1));
    socket.setSoTimeout(Math.toIntExact(Math.max(1, patience.toMillis())));
    return new HttpAnswerReader(new BufferedInputStream(socket.getInputStream()), MAX_REPLY_BYTES)
        .read();
  }

  /** Ends the connection; a body that was not finished counts as broken off. */
  @Override
  public void close() {
    ClosedQuietly.close(socket);
  }

  private void send(byte[] before, byte[] chunk) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(before.length + chunk.length + 16);
    bytes.write(before);
    bytes.write(Integer.toHexString(chunk.length).getBytes(StandardCharsets.US_ASCII));
    bytes.write(END_OF_LINE);
    bytes.write(chunk);
    bytes.write(END_OF_LINE);
    socket.getOutputStream().write(bytes.toByteArray());
  }
}
