package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.warmpath.testing.Signatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A DynamoDB on the loopback that says what it was told to say, in JSON 1.0. */
final class DynamoDbStub implements AutoCloseable {
  private static final String EMPTY = "{}";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<Answer> script = new LinkedBlockingQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean hanging;

  DynamoDbStub() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /**
   * A request as it came.
   *
   * @param operation DynamoDB's name for it
   * @param body its JSON
   * @param signed whether it is signed as {@link AwsAccess#local} signs
   */
  record Request(String operation, String body, boolean signed) {
    Map<String, Object> json() {
      try {
        return JSON.std.mapFrom(body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What the stub does with a request. */
  sealed interface Answer {
    record Say(int status, String body) implements Answer {}

    record Hang() implements Answer {}

    record HangUp() implements Answer {}
  }

  /** Adds an answer; requests beyond the last one are answered with an empty object. */
  DynamoDbStub then(Answer answer) {
    script.add(answer);
    return this;
  }

  DynamoDbStub thenSay(String body) {
    return then(new Answer.Say(200, body));
  }

  DynamoDbStub thenFail(String error) {
    return then(
        new Answer.Say(
            400,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#"
                + error
                + "\",\"message\":\"said the stub\"}"));
  }

  DynamoDbStub thenHang() {
    return then(new Answer.Hang());
  }

  /** Whether requests from now on hang, whatever the script says. */
  void hang(boolean hang) {
    hanging = hang;
  }

  List<Request> requests() {
    return requests;
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** A client of this stub. */
  DynamoDbClient client(Duration longestCall) {
    return client(longestCall, address());
  }

  static DynamoDbClient client(Duration longestCall, URI address) {
    return DynamoDbClients.builder(longestCall)
        .endpointOverride(address)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
        .build();
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    boolean signed =
        Signatures.isSigned(exchange, body.getBytes(StandardCharsets.UTF_8), "dynamodb");
    requests.add(new Request(target.substring(target.indexOf('.') + 1), body, signed));
    Answer scripted = hanging ? new Answer.Hang() : script.poll();
    try (exchange) {
      switch (scripted == null ? new Answer.Say(200, EMPTY) : scripted) {
        case Answer.Say(int status, String text) -> send(exchange, status, text);
        case Answer.Hang() -> awaitClosing();
        case Answer.HangUp() -> {}
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void awaitClosing() {
    try {
      closing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
