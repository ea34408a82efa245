package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.Item;
import dev.warmpath.table.OperatedTable;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The table of a running local tier, seen from another process. Safe for any number of threads. */
public final class RemoteTable implements OperatedTable, AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int OK = 200;

  private final URI door;
  private final HttpClient client = HttpClient.newHttpClient();

  /** Makes a view of the table of the tier at an address. */
  public RemoteTable(URI tier) {
    this.door = tier.resolve(TableDoor.PATH);
  }

  @Override
  public Page page(Optional<String> after) {
    String query =
        after
            .map(k -> "?" + TableDoor.AFTER + URLEncoder.encode(k, StandardCharsets.UTF_8))
            .orElse("");
    Optional<Map<String, Object>> json = answer(request(URI.create(door + query)).GET().build());
    // No page without items: what else answers there is no table.
    return json.filter(fields -> fields.get("items") instanceof List<?>)
        .<Page>map(
            fields ->
                new Page.Items(
                    list(fields, "items").map(RemoteTable::item).toList(),
                    Optional.ofNullable(fields.get("end")).map(String::valueOf)))
        .orElse(new Page.Failed(Degradation.FAILED));
  }

  @Override
  public Changed change(TargetId target, Action action) {
    Optional<Map<String, Object>> json =
        answer(
            request(door)
                .POST(
                    HttpRequest.BodyPublishers.ofByteArray(
                        bytes(Map.of("target", target.value(), "action", action.name()))))
                .build());
    return json.map(RemoteTable::changed).orElse(new Changed.Failed(Degradation.FAILED));
  }

  @Override
  public void close() {
    client.close();
  }

  private static Changed changed(Map<String, Object> json) {
    return switch (String.valueOf(json.get("outcome"))) {
      case "done" -> new Changed.Done();
      case "already" -> new Changed.Already();
      case "contested" -> new Changed.Contested();
      case "unknown" ->
          new Changed.Unknown(
              list(json, "known").map(name -> new TargetId(String.valueOf(name))).toList());
      default -> new Changed.Failed(Degradation.FAILED);
    };
  }

  private static HttpRequest.Builder request(URI uri) {
    return HttpRequest.newBuilder(uri).timeout(LIMIT).header(TableDoor.OPERATOR, "yes");
  }

  private Optional<Map<String, Object>> answer(HttpRequest request) {
    try {
      HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
      return response.statusCode() == OK
          ? Optional.of(JSON.std.mapFrom(response.body()))
          : Optional.empty();
    } catch (IOException e) {
      // That nothing of ours answers there is the answer.
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Item item(Object json) {
    return json instanceof Map<?, ?> attributes ? ItemJson.item(attributes) : new Item(Map.of());
  }

  private static Stream<?> list(Map<String, Object> json, String name) {
    return json.get(name) instanceof List<?> list ? list.stream() : Stream.empty();
  }

  private static byte[] bytes(Map<String, String> json) {
    try {
      return JSON.std.asBytes(json);
    } catch (IOException e) {
      throw new IllegalStateException("texts must be writable as JSON", e);
    }
  }
}
