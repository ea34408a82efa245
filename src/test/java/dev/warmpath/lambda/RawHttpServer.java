package dev.warmpath.lambda;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An HTTP server on the loopback that shows each request's bytes as they arrive and answers with
 * bytes that a test makes up, when the test says so.
 */
final class RawHttpServer implements AutoCloseable {
  static final long PATIENCE_SECONDS = 30;

  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<Socket> closed = new LinkedBlockingQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Consumer<Request> requests;

  /**
   * Makes a server.
   *
   * @param requests told of each request once its head has arrived
   */
  RawHttpServer(Consumer<Request> requests) {
    this.requests = requests;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free on the loopback", e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  ApiAddress address() {
    return new ApiAddress("127.0.0.1", server.getLocalPort());
  }

  /** How many connections there have been. */
  int accepted() {
    return accepted.get();
  }

  /** Waits until the other side has closed every connection. */
  void awaitNoConnection() {
    try {
      while (!sockets.isEmpty()) {
        if (closed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) == null) {
          throw new AssertionError("connections stay open: " + sockets);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    closeServer();
    sockets.forEach(ClosedQuietly::close);
  }

  private void closeServer() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        accepted.incrementAndGet();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        String head = head(in);
        if (head.isEmpty()) {
          return;
        }
        Request request = new Request(socket, head);
        requests.accept(request);
        request.readBody(in);
        request.awaitAnswer();
      }
    } catch (IOException e) {
      // The other side has gone, which tests see by what is missing.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(socket);
      closed.add(socket);
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    String text = "";
    while (!text.endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.write(next);
      text = head.toString(StandardCharsets.ISO_8859_1);
    }
    return text;
  }

  /** One request; its body grows while it arrives. */
  static final class Request {
    private final Socket socket;
    private final String head;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final BlockingQueue<Integer> grown = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CountDownLatch whole = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);

    private Request(Socket socket, String head) {
      this.socket = socket;
      this.head = head;
      head.lines()
          .skip(1)
          .filter(line -> !line.isEmpty())
          .forEach(
              line ->
                  headers.put(
                      line.substring(0, line.indexOf(':')),
                      line.substring(line.indexOf(':') + 1).strip()));
    }

    String method() {
      return head.substring(0, head.indexOf(' '));
    }

    String path() {
      return head.split(" ", 3)[1];
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    /** Waits until the body holds a text, and returns what has arrived by then. */
    String awaitBody(String part) {
      String text = body();
      while (!text.contains(part)) {
        if (!await(grown)) {
          throw new AssertionError("'" + part + "' did not come, only '" + text + "'");
        }
        text = body();
      }
      return text;
    }

    /** Waits for the whole body, chunk sizes and trailers among it. */
    String wholeBody() {
      await(whole, "the end of the body");
      return body();
    }

    /** Waits until the other side has broken off. */
    void awaitBrokenOff() {
      await(ended, "the end of the connection");
    }

    /** Whether the body is whole. */
    boolean isWhole() {
      return whole.getCount() == 0;
    }

    void answer(int status, Map<String, String> more, String text) {
      StringBuilder answer = new StringBuilder("HTTP/1.1 " + status + " Said\r\n");
      more.forEach((name, value) -> answer.append(name + ": " + value + "\r\n"));
      answer.append("Content-Length: " + text.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n");
      answerRaw(answer + text);
    }

    void answerRaw(String bytes) {
      try {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      answered.countDown();
    }

    /** Answers, and closes the connection without having said so. */
    void answerAndClose(int status, Map<String, String> more, String text) {
      answer(status, more, text);
      ClosedQuietly.close(socket);
    }

    /** Closes the connection without an answer. */
    void drop() {
      try {
        // Unsent data is thrown away, so that the other side's next write fails.
        socket.setSoLinger(true, 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ClosedQuietly.close(socket);
      answered.countDown();
    }

    private String body() {
      synchronized (body) {
        return body.toString(StandardCharsets.UTF_8);
      }
    }

    private void readBody(InputStream in) throws IOException {
      try {
        if (header("Transfer-Encoding").equals("chunked")) {
          readUntilChunksEnd(in);
        } else {
          String length = header("Content-Length");
          add(in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length)));
          whole.countDown();
        }
      } finally {
        ended.countDown();
      }
    }

    /** Looks for the end of the body as a test's bodies have it, not as HTTP allows it. */
    private void readUntilChunksEnd(InputStream in) throws IOException {
      byte[] buffer = new byte[64 * 1024];
      while (!body().matches("(?s).*\r\n0\r\n(.*\r\n)*\r\n")) {
        int read = in.read(buffer);
        if (read < 0) {
          throw new IOException("broken off");
        }
        add(Arrays.copyOf(buffer, read));
      }
      whole.countDown();
    }

    private void add(byte[] bytes) throws IOException {
      synchronized (body) {
        body.write(bytes);
      }
      grown.add(bytes.length);
    }

    private void awaitAnswer() throws InterruptedException {
      answered.await();
    }

    private static boolean await(BlockingQueue<Integer> queue) {
      try {
        return queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) != null;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    private static void await(CountDownLatch latch, String what) {
      try {
        if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          throw new AssertionError(what + " did not come");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }
}
