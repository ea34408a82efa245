package dev.warmpath.router.port;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.routing.TargetId;
import java.time.Instant;
import java.util.List;

/**
 * The rows that one request wants.
 *
 * @param pool the name of the prompts' scope
 * @param anchors prefix rows
 * @param targets target rows
 * @param endpoints fleet rows
 * @param now the reader's time: rows that end before it are not returned
 */
public record TableQuery(
    String pool,
    List<Anchor> anchors,
    List<TargetId> targets,
    List<String> endpoints,
    Instant now) {
  /** The most rows in one query: DynamoDB's limit for one BatchGetItem. */
  public static final int MAX_ROWS = 100;

  /** Copies the lists and rejects more rows than one round trip can bring. */
  public TableQuery {
    anchors = List.copyOf(anchors);
    targets = List.copyOf(targets);
    endpoints = List.copyOf(endpoints);
    int rows = anchors.size() + targets.size() + endpoints.size();
    if (rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          "a query may ask for " + MAX_ROWS + " rows but asked for " + rows);
    }
  }
}
