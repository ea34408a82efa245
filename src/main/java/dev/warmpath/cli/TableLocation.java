package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.DynamoDbOperatedTable;
import dev.warmpath.local.RemoteTable;
import dev.warmpath.table.OperatedTable;
import java.net.URI;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which table a command is about: one in DynamoDB, or that of a running local tier. */
final class TableLocation {
  /** Where a local tier listens unless told otherwise. */
  static final String HERE = "http://127.0.0.1:8080";

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "A DynamoDB table: output TableName of the stack. Without it, the table of the local tier"
              + " at --url.")
  private @Nullable String tableName;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The table's region; else what AWS's own tools would take.")
  private @Nullable String region;

  @Option(
      names = "--dynamodb-endpoint",
      paramLabel = "URL",
      description = "Where DynamoDB is, if not at AWS.")
  private @Nullable URI endpoint;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "A running './warmpath local' (default: " + HERE + ").")
  private @Nullable URI tier;

  /**
   * Opens the table.
   *
   * @throws IllegalArgumentException if the options do not belong together, or no region is known
   */
  Opened open(InstantSource clock) {
    String name = tableName;
    if (name != null && tier != null) {
      throw new IllegalArgumentException("--table and --url exclude each other");
    }
    if (name == null && (region != null || endpoint != null)) {
      throw new IllegalArgumentException("--region and --dynamodb-endpoint need --table");
    }
    if (name == null) {
      URI local = Objects.requireNonNullElse(tier, URI.create(HERE));
      RemoteTable table = new RemoteTable(local);
      return new Opened(table, "the table of the local tier at " + local, table::close);
    }
    DynamoDbOperatedTable table = DynamoDbOperatedTable.open(access(), name, clock);
    return new Opened(table, "table '" + name + "'", table::close);
  }

  private AwsAccess access() {
    URI elsewhere = endpoint;
    AwsAccess access = elsewhere == null ? AwsAccess.ofEnvironment() : AwsAccess.of(elsewhere);
    String chosen = region;
    return chosen == null ? access : access.inRegion(chosen);
  }

  /**
   * An open table.
   *
   * @param table what it holds
   * @param name what a sentence calls it
   * @param closing closes it
   */
  record Opened(OperatedTable table, String name, Runnable closing) implements AutoCloseable {
    @Override
    public void close() {
      closing.run();
    }
  }
}
