package dev.warmpath.chaos;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.DynamoDbAffinityTable;
import dev.warmpath.aws.DynamoDbClients;
import dev.warmpath.aws.TableBudgets;
import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetRow;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** What anybody reads in the table that processes share. */
final class SharedTable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private SharedTable() {}

  /** The targets' rows as they count at some time. */
  static List<TargetRow> rows(URI dynamoDb, String name, List<Target> targets, Instant at) {
    try (DynamoDbAffinityTable table =
        new DynamoDbAffinityTable(
            DynamoDbClients.create(PATIENCE, AwsAccess.local(dynamoDb)),
            name,
            new TableBudgets(PATIENCE, PATIENCE, PATIENCE),
            new RouterClock(InstantSource.system(), System::nanoTime),
            trouble -> {})) {
      TableQuery query =
          new TableQuery("", List.of(), targets.stream().map(Target::id).toList(), List.of(), at);
      return switch (table.read(query)) {
        case TableRead.Rows(var view, var fleets) ->
            targets.stream().map(t -> view.target(t.id())).toList();
        case TableRead.Unavailable(var reason) ->
            throw new IllegalStateException("the table cannot be read: " + reason);
      };
    }
  }
}
