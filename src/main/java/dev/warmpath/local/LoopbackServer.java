package dev.warmpath.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on 127.0.0.1 with a virtual thread for each request. */
final class LoopbackServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int BACKLOG = 1024;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Map<String, HttpHandler> exactly = new ConcurrentHashMap<>();

  private LoopbackServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Starts to listen.
   *
   * @param port 0 for any free one
   * @throws IOException if the port is in use
   */
  static LoopbackServer listen(int port, HttpHandler handler) throws IOException {
    tune();
    InetSocketAddress address = new InetSocketAddress(loopback(), port);
    HttpServer server = bind(address);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    LoopbackServer started = new LoopbackServer(server, threads);
    server.createContext("/", exchange -> started.at(exchange, handler).handle(exchange));
    server.start();
    return started;
  }

  /** Lets another handler answer below a path. */
  void answerBelow(String path, HttpHandler handler) {
    server.createContext(path, handler);
  }

  /** Lets another handler answer at one path, and nothing below it. */
  void answerAt(String path, HttpHandler handler) {
    exactly.put(path, handler);
  }

  private HttpHandler at(HttpExchange exchange, HttpHandler otherwise) {
    return exactly.getOrDefault(exchange.getRequestURI().getRawPath(), otherwise);
  }

  int port() {
    return server.getAddress().getPort();
  }

  URI uri() {
    return URI.create("http://" + HOST + ":" + port());
  }

  /** Closes every connection and interrupts the requests that are running. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Sends the head and the body of an answer; the headers are set already. */
  static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    // To this server, 0 means a body of unknown length, and -1 none.
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static InetAddress loopback() throws IOException {
    // Spelled out: the JDK's own loopback address may be that of IPv6.
    return InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1});
  }

  private static HttpServer bind(InetSocketAddress address) throws IOException {
    try {
      return HttpServer.create(address, BACKLOG);
    } catch (BindException e) {
      throw new IOException(
          "port " + address.getPort() + " of " + HOST + " cannot be used: " + e.getMessage(), e);
    }
  }

  /*
   * The JDK's server reads these once, when its first instance is made. Without nodelay an answer
   * that takes several writes waits some 40 ms for the client's delayed acknowledgement. Idle
   * connections must outlive those in the pools of clients (60 s in the AWS SDK), or a client meets
   * a connection that was just closed. A request that is
   * not there within a minute never will be. What the command line sets is left alone.
   */
  private static void tune() {
    setDefault("sun.net.httpserver.nodelay", "true");
    setDefault("sun.net.httpserver.maxReqTime", "60");
    setDefault("sun.net.httpserver.idleInterval", "300");
    setDefault("sun.net.httpserver.maxIdleConnections", "2000");
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
