package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.ItemScan.Page;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.OperatedTable.Action;
import dev.warmpath.table.OperatedTable.Changed;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A table in memory, opened to its operator over HTTP on 127.0.0.1: {@code GET} brings a page of
 * items, {@code POST} changes a target. {@link RemoteTable} is its other side.
 */
final class TableDoor implements HttpHandler {
  /** Where it answers. */
  static final String PATH = "/warmpath/table";

  /** A header that no page of another site can make a browser send. */
  static final String OPERATOR = "x-warmpath-operator";

  /** The query's one parameter: the end of the last page. */
  static final String AFTER = "after=";

  private static final int MAX_BODY_BYTES = 4096;

  private final OperatedTable table;

  TableDoor(OperatedTable table) {
    this.table = table;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestHeaders().getFirst(OPERATOR) == null) {
        send(exchange, 403, Map.of("error", "the header " + OPERATOR + " is missing"));
        return;
      }
      switch (exchange.getRequestMethod()) {
        case "GET" -> send(exchange, 200, page(exchange));
        case "POST" -> change(exchange);
        default -> send(exchange, 405, Map.of("error", "only GET and POST are known here"));
      }
    }
  }

  private Map<String, Object> page(HttpExchange exchange) {
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    Optional<String> after =
        query.startsWith(AFTER)
            ? Optional.of(
                URLDecoder.decode(query.substring(AFTER.length()), StandardCharsets.UTF_8))
            : Optional.empty();
    Map<String, Object> json = new LinkedHashMap<>();
    switch (table.page(after)) {
      case Page.Items(var items, var end) -> {
        json.put("items", items.stream().map(ItemJson::of).toList());
        end.ifPresent(key -> json.put("end", key));
      }
      case Page.Failed(var reason) -> json.put("failed", reason.name());
    }
    return json;
  }

  private void change(HttpExchange exchange) throws IOException {
    Optional<byte[]> body = BoundedBody.read(exchange.getRequestBody(), MAX_BODY_BYTES);
    Map<String, Object> answer;
    try {
      Map<String, Object> asked = JSON.std.mapFrom(body.orElse(new byte[0]));
      TargetId target = new TargetId(String.valueOf(asked.getOrDefault("target", "")));
      answer = of(table.change(target, Action.valueOf(String.valueOf(asked.get("action")))));
    } catch (IOException | IllegalArgumentException e) {
      send(exchange, 400, Map.of("error", "a change needs a target and an action"));
      return;
    }
    send(exchange, 200, answer);
  }

  private static Map<String, Object> of(Changed changed) {
    return switch (changed) {
      case Changed.Done() -> Map.of("outcome", "done");
      case Changed.Already() -> Map.of("outcome", "already");
      case Changed.Contested() -> Map.of("outcome", "contested");
      case Changed.Unknown(var known) ->
          Map.of("outcome", "unknown", "known", known.stream().map(TargetId::value).toList());
      case Changed.Failed(var reason) -> Map.of("outcome", "failed", "reason", reason.name());
    };
  }

  private static void send(HttpExchange exchange, int status, Map<String, Object> json)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    LoopbackServer.send(exchange, status, JSON.std.asBytes(json));
  }
}
