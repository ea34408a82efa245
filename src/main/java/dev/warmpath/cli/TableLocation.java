package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.DynamoDbOperatedTable;
import dev.warmpath.local.RemoteTable;
import dev.warmpath.table.OperatedTable;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which table a command is about: one in DynamoDB, or that of a running local tier. */
final class TableLocation {
  /** Where a local tier listens unless told otherwise. */
  static final String HERE = "http://127.0.0.1:8080";

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "A DynamoDB table: output TableName of the stack. Without it and --stack, the table of"
              + " the local tier at --url.")
  private @Nullable String tableName;

  @Mixin private StackOption stack = new StackOption();

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
   * @throws TableFailureException if the stack cannot be looked up, or has no table
   */
  Opened open(InstantSource clock) throws TableFailureException {
    long places =
        Stream.of(tableName != null, stack.name().isPresent(), tier != null).filter(p -> p).count();
    if (places > 1) {
      throw new IllegalArgumentException("--table, --stack and --url exclude each other");
    }
    boolean remote = tableName != null || stack.name().isPresent();
    if (!remote && (stack.hasRegion() || endpoint != null)) {
      throw new IllegalArgumentException(
          "--region and --dynamodb-endpoint need --table or --stack");
    }
    if (!remote) {
      URI local = Objects.requireNonNullElse(tier, URI.create(HERE));
      RemoteTable table = new RemoteTable(local);
      return new Opened(table, "the table of the local tier at " + local, table::close);
    }
    String name = name();
    DynamoDbOperatedTable table = DynamoDbOperatedTable.open(access(), name, clock);
    return new Opened(table, "table '" + name + "'", table::close);
  }

  private String name() throws TableFailureException {
    String given = tableName;
    if (given != null) {
      return given;
    }
    try {
      return stack.deployment(System.getenv()).table();
    } catch (IOException e) {
      throw new TableFailureException(String.valueOf(e.getMessage()));
    }
  }

  private AwsAccess access() {
    URI elsewhere = endpoint;
    return stack.in(elsewhere == null ? AwsAccess.ofEnvironment() : AwsAccess.of(elsewhere));
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
