package dev.warmpath.aws;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server on the loopback that reads the head of each request, writes the given bytes and then
 * keeps silent or hangs up: what no well-behaved HTTP server does.
 */
final class RawServer implements AutoCloseable {
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final byte[] answer;
  private final boolean hangsUp;

  RawServer(String answer, boolean hangsUp) {
    this.answer = answer.getBytes(StandardCharsets.US_ASCII);
    this.hangsUp = hangsUp;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free on the loopback", e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** How many connections were made so far. */
  int connections() {
    return sockets.size();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed: the test is over.
      return;
    }
  }

  private void serve(Socket socket) {
    try {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      skipRequest(in);
      out.write(answer);
      out.flush();
      if (hangsUp) {
        socket.close();
      }
    } catch (IOException e) {
      // The client went first.
      return;
    }
  }

  /** Reads head and body, so that hanging up is no reset. */
  private static void skipRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return;
      }
      head.append((char) next);
    }
    String lower = head.toString().toLowerCase(Locale.ROOT);
    int at = lower.indexOf("content-length:");
    if (at >= 0) {
      String value = lower.substring(at + "content-length:".length(), lower.indexOf('\r', at));
      in.readNBytes(Integer.parseInt(value.strip()));
    }
  }
}
