package dev.warmpath.chaos;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.warmpath.local.ItemJson;
import dev.warmpath.local.SharedItems;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A DynamoDB on the loopback with one table in memory: the four calls that the router makes, in
 * JSON 1.0, so that routers in other processes share it through the real client. It can throttle,
 * and it can go away and return. Safe for any number of threads.
 */
final class LoopbackDynamoDb implements AutoCloseable {
  private static final String ERROR = "com.amazonaws.dynamodb.v20120810#";
  private static final int BACKLOG = 1024;

  private final ItemStore items = SharedItems.inMemory(InstantSource.system());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final int port;
  private volatile boolean throttling;

  /** The server while it is there. Guarded by this. */
  private HttpServer server;

  /** Starts to listen on any free port. */
  LoopbackDynamoDb() {
    this.server = listen(0);
    this.port = server.getAddress().getPort();
  }

  /** Where it answers. */
  URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Whether it refuses every call for its rate, from now on. */
  void throttle(boolean everything) {
    throttling = everything;
  }

  /** Goes away: connections are refused. */
  synchronized void leave() {
    server.stop(0);
  }

  /** Returns, with all items. */
  synchronized void comeBack() {
    server = listen(port);
  }

  @Override
  public synchronized void close() {
    server.stop(0);
    threads.close();
  }

  private HttpServer listen(int at) {
    try {
      byte[] loopback = {127, 0, 0, 1};
      HttpServer created =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getByAddress("127.0.0.1", loopback), at), BACKLOG);
      created.setExecutor(threads);
      created.createContext("/", this::handle);
      created.start();
      return created;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, Object> request = JSON.std.mapFrom(exchange.getRequestBody().readAllBytes());
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      if (throttling) {
        send(exchange, 400, error("ProvisionedThroughputExceededException", Map.of()));
        return;
      }
      switch (target.substring(target.indexOf('.') + 1)) {
        case "BatchGetItem" -> send(exchange, 200, batch(request));
        case "GetItem" -> send(exchange, 200, get(request));
        case "UpdateItem" -> write(exchange, WireItems.update(request), "ALL_NEW");
        case "PutItem" -> write(exchange, WireItems.put(request), "NONE");
        default -> send(exchange, 400, error("UnknownOperationException", Map.of()));
      }
    }
  }

  private Map<String, Object> batch(Map<String, Object> request) {
    Map<String, Object> responses = new LinkedHashMap<>();
    WireItems.map(request, "RequestItems")
        .forEach((table, keys) -> responses.put(table.toString(), found((Map<?, ?>) keys)));
    return Map.of("Responses", responses, "UnprocessedKeys", Map.of());
  }

  private List<Object> found(Map<?, ?> keys) {
    Set<String> names = new LinkedHashSet<>();
    if (keys.get("Keys") instanceof List<?> list) {
      list.forEach(key -> names.add(WireItems.key((Map<?, ?>) key)));
    }
    List<Object> found = new ArrayList<>();
    read(names).values().forEach(item -> found.add(ItemJson.of(item)));
    return found;
  }

  private Map<String, Object> get(Map<String, Object> request) {
    String key = WireItems.key(WireItems.map(request, "Key"));
    return Optional.ofNullable(read(Set.of(key)).get(key))
        .<Map<String, Object>>map(item -> Map.of("Item", ItemJson.of(item)))
        .orElse(Map.of());
  }

  private Map<String, Item> read(Set<String> keys) {
    return ((ItemStore.Read.Found) items.read(keys)).items();
  }

  private void write(HttpExchange exchange, ItemWrite write, String returned) throws IOException {
    switch (items.write(write)) {
      case ItemStore.Written.Done(Item after) ->
          send(
              exchange,
              200,
              returned.equals("ALL_NEW") ? Map.of("Attributes", ItemJson.of(after)) : Map.of());
      case ItemStore.Written.Blocked(Optional<Item> before) ->
          send(
              exchange,
              400,
              error(
                  "ConditionalCheckFailedException",
                  before
                      .<Map<String, Object>>map(item -> Map.of("Item", ItemJson.of(item)))
                      .orElse(Map.of())));
      case ItemStore.Written.Failed(var reason) ->
          send(exchange, 400, error("ValidationException", Map.of()));
    }
  }

  private static Map<String, Object> error(String name, Map<String, Object> more) {
    Map<String, Object> error = new LinkedHashMap<>(more);
    error.put("__type", ERROR + name);
    error.put("message", "said the loopback");
    return error;
  }

  private static void send(HttpExchange exchange, int status, Map<String, Object> answer)
      throws IOException {
    byte[] bytes = JSON.std.asBytes(answer);
    exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
