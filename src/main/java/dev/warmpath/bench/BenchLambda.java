package dev.warmpath.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * As much of Lambda's Runtime API as the runtime under test needs: hands out invocations and takes
 * note of when their answers come. A plain socket server, so that little of the time is its own.
 * Safe for any number of threads.
 */
final class BenchLambda implements AutoCloseable {
  private static final Pattern RESPONSE =
      Pattern.compile("POST /2018-06-01/runtime/invocation/([^/]+)/(response|error) .*");
  private static final String NEXT = "GET /2018-06-01/runtime/invocation/next ";
  private static final String CONFIRMED = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

  /** No extensions: the runtime does without. */
  private static final String REFUSED =
      "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  private static final Duration DEADLINE = Duration.ofMinutes(8);
  private static final int BACKLOG = 1024;
  private static final int BUFFER_BYTES = 16 * 1024;

  private final BlockingQueue<BenchInvocation> waiting = new LinkedBlockingQueue<>();
  private final Map<String, BenchInvocation> running = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Starts to listen on the loopback. */
  BenchLambda() throws IOException {
    server = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    threads.execute(this::accept);
  }

  /** What {@code AWS_LAMBDA_RUNTIME_API} shall hold. */
  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** Hands a chat to whichever loop asks next. */
  BenchInvocation invoke(byte[] body) throws IOException {
    byte[] event = ChatEvent.of(new String(body, StandardCharsets.UTF_8));
    BenchInvocation invocation = new BenchInvocation("i-" + ids.incrementAndGet(), event);
    running.put(invocation.id(), invocation);
    waiting.add(invocation);
    return invocation;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void accept() {
    try (server) {
      while (true) {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      }
    } catch (IOException e) {
      running.values().forEach(i -> i.fail("the benchmark has ended"));
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        Matcher response = RESPONSE.matcher(head.lines().findFirst().orElse(""));
        if (head.startsWith(NEXT)) {
          next(socket);
        } else if (response.matches()) {
          take(in, response.group(1), response.group(2).equals("response"));
          write(socket, CONFIRMED);
          return;
        } else {
          write(socket, REFUSED);
          return;
        }
      }
    } catch (SocketException e) {
      // The runtime has ended, or this has.
      return;
    } catch (IOException e) {
      running.values().forEach(i -> i.fail(e.toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void next(Socket socket) throws IOException, InterruptedException {
    BenchInvocation invocation = waiting.take();
    String head =
        "HTTP/1.1 200 OK\r\nLambda-Runtime-Aws-Request-Id: %s\r\n".formatted(invocation.id())
            + "Lambda-Runtime-Deadline-Ms: %d\r\nContent-Length: %d\r\n\r\n"
                .formatted(Instant.now().plus(DEADLINE).toEpochMilli(), invocation.event().length);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    answer.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    answer.writeBytes(invocation.event());
    invocation.handedOver().complete(System.nanoTime());
    socket.getOutputStream().write(answer.toByteArray());
  }

  private void take(InputStream in, String id, boolean answered) throws IOException {
    BenchInvocation invocation = running.remove(id);
    if (invocation == null) {
      throw new IOException("an answer came to no invocation");
    }
    if (!answered) {
      invocation.fail("the runtime reports an error");
      return;
    }
    ChunkedTokens tokens = new ChunkedTokens();
    byte[] buffer = new byte[BUFFER_BYTES];
    while (!tokens.isEnded()) {
      int count = in.read(buffer);
      if (count < 0) {
        throw new IOException("an answer broke off");
      }
      tokens.add(buffer, count);
      if (tokens.count() > 0) {
        invocation.firstToken().complete(System.nanoTime());
      }
    }
    invocation.end(tokens.count());
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
    }
    return head.toString();
  }
}
