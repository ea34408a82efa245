package dev.warmpath.aws;

import dev.warmpath.routing.TargetId;
import dev.warmpath.table.OperatedItems;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.UnitMeter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A DynamoDB table as its operator sees and changes it. Reads are repeated as the SDK sees fit;
 * writes are not, since a second one would meet what the first has changed. Safe for any number of
 * threads.
 */
public final class DynamoDbOperatedTable implements OperatedTable, AutoCloseable {
  /** Nobody's answer waits here. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

  private final DynamoDbClient reading;
  private final DynamoDbClient writing;
  private final OperatedTable table;

  DynamoDbOperatedTable(
      DynamoDbClient reading, DynamoDbClient writing, String tableName, InstantSource clock) {
    this.reading = reading;
    this.writing = writing;
    this.table =
        new OperatedItems(
            new DynamoDbItems(writing, tableName, new UnitMeter()),
            new DynamoDbScan(reading, tableName),
            clock);
  }

  /**
   * Opens a table.
   *
   * @param access where it is, and who asks
   * @param tableName the table; whether it exists shows with the first call
   * @throws IllegalArgumentException if no region is known
   */
  public static DynamoDbOperatedTable open(
      AwsAccess access, String tableName, InstantSource clock) {
    try {
      return new DynamoDbOperatedTable(
          reading(access), DynamoDbClients.create(LONGEST_CALL, access), tableName, clock);
    } catch (SdkClientException e) {
      throw new IllegalArgumentException("no region is known: name one, or set AWS_REGION", e);
    }
  }

  private static DynamoDbClient reading(AwsAccess access) {
    return access
        .applyTo(
            DynamoDbClient.builder()
                .httpClientBuilder(DynamoDbClients.http(LONGEST_CALL))
                .overrideConfiguration(o -> SoundWaits.in(o).apiCallTimeout(LONGEST_CALL)))
        .build();
  }

  @Override
  public Page page(Optional<String> after) {
    return table.page(after);
  }

  @Override
  public Changed change(TargetId target, Action action) {
    return table.change(target, action);
  }

  /** Closes the connections. */
  @Override
  public void close() {
    writing.close();
    reading.close();
  }
}
