package dev.warmpath.lambda;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Latches between processes: a process waits at a gate until the test opens it. */
final class Gates implements AutoCloseable {
  private final ServerSocket server;
  private final Map<String, CompletableFuture<Socket>> waiting = new ConcurrentHashMap<>();

  Gates() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free on the loopback", e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Called in the other process: returns when the test has opened the gate. */
  static void pass(int port, String gate) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((gate + "\n").getBytes(StandardCharsets.UTF_8));
      if (socket.getInputStream().read() < 0) {
        throw new IOException("the gates are gone");
      }
    }
  }

  /** Waits until the other process stands at a gate. */
  void await(String gate) {
    socket(gate);
  }

  /** Lets the other process pass, which stands there or will come. */
  void open(String gate) {
    try (Socket socket = socket(gate)) {
      socket.getOutputStream().write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    waiting.remove(gate);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (CompletableFuture<Socket> socket : waiting.values()) {
      if (socket.isDone()) {
        ClosedQuietly.close(socket.join());
      }
    }
  }

  private Socket socket(String gate) {
    try {
      return future(gate).get(RawHttpServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError("nobody came to the gate " + gate, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private CompletableFuture<Socket> future(String gate) {
    return waiting.computeIfAbsent(gate, g -> new CompletableFuture<>());
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        // Not closed here: that would close the socket.
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String gate = reader.readLine();
        if (gate != null) {
          future(gate).complete(socket);
        }
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }
}
