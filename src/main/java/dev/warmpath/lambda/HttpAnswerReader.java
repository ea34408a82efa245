package dev.warmpath.lambda;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Reads HTTP/1.1 answers off one connection, one after the other, within limits. */
final class HttpAnswerReader {
  /** Status line and headers together; Lambda's client context alone may have some kilobytes. */
  static final int MAX_HEAD_BYTES = 64 * 1024;

  private static final int MAX_CHUNK_LINE_BYTES = 1024;

  private final InputStream in;
  private final int maxBodyBytes;

  /**
   * Makes a reader.
   *
   * @param in the connection; buffered
   * @param maxBodyBytes the longest body that is kept
   */
  HttpAnswerReader(InputStream in, int maxBodyBytes) {
    this.in = in;
    this.maxBodyBytes = maxBodyBytes;
  }

  /**
   * Reads the next answer; interim ones (1xx) are skipped.
   *
   * @throws NothingReadException if the connection ended before an answer began
   * @throws EOFException if it ended inside one
   * @throws ProtocolException if that is not HTTP/1.1
   */
  HttpAnswer read() throws IOException {
    while (true) {
      Head head = head();
      if (head.status() >= 200) {
        return answer(head);
      }
    }
  }

  /** The connection ended where an answer could have begun: its request may be sent again. */
  static final class NothingReadException extends EOFException {
    NothingReadException() {
      super("the connection was closed before an answer began");
    }
  }

  private record Head(int status, boolean persistent, Map<String, String> headers) {}

  private Head head() throws IOException {
    Budget budget = new Budget(MAX_HEAD_BYTES);
    String first = line(budget, true);
    if (!first.matches("HTTP/1\\.[01] [0-9]{3}( .*)?")) {
      throw new ProtocolException("the Runtime API's answer has no status line");
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers(budget, headers);
    boolean persistent =
        first.startsWith("HTTP/1.1")
            && !headers.getOrDefault("Connection", "").strip().equalsIgnoreCase("close");
    return new Head(Integer.parseInt(first.substring(9, 12)), persistent, headers);
  }

  private void headers(Budget budget, Map<String, String> headers) throws IOException {
    for (String line = line(budget, false); !line.isEmpty(); line = line(budget, false)) {
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new ProtocolException("the Runtime API's answer has a header without a name");
      }
      headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
  }

  private HttpAnswer answer(Head head) throws IOException {
    if (head.status() == 204 || head.status() == 304) {
      return whole(head, new byte[0]);
    }
    if (head.headers().getOrDefault("Transfer-Encoding", "").equalsIgnoreCase("chunked")) {
      return chunked(head);
    }
    String length = head.headers().get("Content-Length");
    return length == null ? untilTheEnd(head) : counted(head, length);
  }

  private HttpAnswer counted(Head head, String length) throws IOException {
    if (!length.matches("[0-9]{1,18}")) {
      throw new ProtocolException("the Runtime API's answer has a wrong Content-Length");
    }
    long bytes = Long.parseLong(length);
    return bytes > maxBodyBytes ? tooLong(head) : whole(head, exactly(Math.toIntExact(bytes)));
  }

  private HttpAnswer chunked(Head head) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(); size > 0; size = chunkSize()) {
      if (size > maxBodyBytes - body.size()) {
        return tooLong(head);
      }
      body.write(exactly(size));
      if (!line(new Budget(MAX_CHUNK_LINE_BYTES), false).isEmpty()) {
        throw new ProtocolException("the Runtime API's answer has a chunk without an end");
      }
    }
    headers(new Budget(MAX_HEAD_BYTES), new TreeMap<>());
    return whole(head, body.toByteArray());
  }

  private int chunkSize() throws IOException {
    String size = line(new Budget(MAX_CHUNK_LINE_BYTES), false).replaceFirst(";.*", "").strip();
    if (!size.matches("[0-9a-fA-F]{1,7}")) {
      throw new ProtocolException("the Runtime API's answer has a wrong chunk size");
    }
    return Integer.parseInt(size, 16);
  }

  private HttpAnswer untilTheEnd(Head head) throws IOException {
    byte[] body = in.readNBytes(maxBodyBytes + 1);
    return body.length > maxBodyBytes
        ? tooLong(head)
        : new HttpAnswer(head.status(), head.headers(), body, true, false);
  }

  private static HttpAnswer whole(Head head, byte[] body) {
    return new HttpAnswer(head.status(), head.headers(), body, true, head.persistent());
  }

  /** The rest stays unread, so the connection is of no more use. */
  private static HttpAnswer tooLong(Head head) {
    return new HttpAnswer(head.status(), head.headers(), new byte[0], false, false);
  }

  private byte[] exactly(int bytes) throws IOException {
    byte[] read = in.readNBytes(bytes);
    if (read.length < bytes) {
      throw new EOFException("the connection was closed inside an answer");
    }
    return read;
  }

  private String line(Budget budget, boolean beginning) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int last = in.read();
    if (last < 0 && beginning) {
      throw new NothingReadException();
    }
    for (; last != '\n'; last = in.read()) {
      if (last < 0) {
        throw new EOFException("the connection was closed inside an answer");
      }
      budget.spend();
      line.write(last);
    }
    budget.spend();
    String text = line.toString(StandardCharsets.ISO_8859_1);
    if (!text.endsWith("\r") || text.indexOf('\r') < text.length() - 1) {
      throw new ProtocolException("the Runtime API's answer has a line that does not end in CRLF");
    }
    return text.substring(0, text.length() - 1);
  }

  /** How many bytes may still be read. */
  private static final class Budget {
    private int left;

    Budget(int bytes) {
      this.left = bytes;
    }

    void spend() throws ProtocolException {
      left--;
      if (left < 0) {
        throw new ProtocolException("the Runtime API's answer has too long a head");
      }
    }
  }
}
