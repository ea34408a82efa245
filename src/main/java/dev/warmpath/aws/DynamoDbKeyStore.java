package dev.warmpath.aws;

import dev.warmpath.keys.KeyHash;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyRowCodec;
import dev.warmpath.keys.KeyStore;
import dev.warmpath.table.Item;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Keys in a DynamoDB table of their own, for an operator; callers' keys are looked up by {@link
 * DynamoDbKeyLookup}. Safe for any number of threads.
 */
public final class DynamoDbKeyStore implements KeyStore, AutoCloseable {
  /** What people at a terminal wait for. */
  private static final Duration LONGEST_COMMAND = Duration.ofSeconds(20);

  private static final int ROWS_LOOKED_AT = 20;

  private final DynamoDbClient client;
  private final String table;

  /**
   * Makes a store over a table that exists.
   *
   * @param client closed with the store
   * @param table its key is a string named {@code pk}
   */
  DynamoDbKeyStore(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
  }

  /** A store for an operator, who rather waits than fails. */
  public static DynamoDbKeyStore forCommands(AwsAccess access, String table) {
    return new DynamoDbKeyStore(DynamoDbClients.create(LONGEST_COMMAND, access), table);
  }

  /**
   * Looks whether the table is one of keys, as far as a few of its rows tell; an empty one may be.
   *
   * @throws IOException if it holds other rows or cannot be read, in a sentence
   */
  public void checkOurs() throws IOException {
    boolean ours;
    try {
      ours =
          client.scan(r -> r.tableName(table).limit(ROWS_LOOKED_AT)).items().stream()
              .map(AttributeValues::item)
              .allMatch(KeyRowCodec::isOurs);
    } catch (SdkException e) {
      throw failed("the table of keys could not be read", e);
    }
    if (!ours) {
      throw new IOException("table '" + table + "' is no table of keys: it holds other rows");
    }
  }

  @Override
  public void add(KeyRow row) throws IOException {
    try {
      client.putItem(
          PutItemRequest.builder()
              .tableName(table)
              .item(AttributeValues.of(KeyRowCodec.item(row)))
              .conditionExpression("attribute_not_exists(" + Item.KEY + ")")
              .build());
    } catch (ConditionalCheckFailedException e) {
      throw new IOException("there is such a key already", e);
    } catch (SdkException e) {
      throw failed("the key was not written", e);
    }
  }

  @Override
  public List<KeyRow> all() throws IOException {
    try {
      List<KeyRow> rows = new ArrayList<>();
      client
          .scanPaginator(r -> r.tableName(table).consistentRead(true))
          .items()
          .forEach(item -> KeyRowCodec.row(AttributeValues.item(item)).ifPresent(rows::add));
      rows.sort(Comparator.comparing(KeyRow::created).thenComparing(KeyRow::id));
      return List.copyOf(rows);
    } catch (SdkException e) {
      throw failed("the keys could not be read", e);
    }
  }

  @Override
  public void revoke(KeyRow row, Instant time) throws IOException {
    try {
      client.updateItem(
          UpdateItemRequest.builder()
              .tableName(table)
              .key(key(row.hash()))
              .conditionExpression("attribute_exists(" + Item.KEY + ")")
              .updateExpression("SET #revoked = if_not_exists(#revoked, :time)")
              .expressionAttributeNames(Map.of("#revoked", KeyRowCodec.REVOKED))
              .expressionAttributeValues(
                  Map.of(":time", AttributeValue.fromN(Long.toString(time.getEpochSecond()))))
              .build());
    } catch (ConditionalCheckFailedException e) {
      throw new IOException("there is no key " + row.id() + " any more", e);
    } catch (SdkException e) {
      throw failed("it is not sure that the key was revoked", e);
    }
  }

  /** Closes the connections. */
  @Override
  public void close() {
    client.close();
  }

  private static Map<String, AttributeValue> key(KeyHash hash) {
    return Map.of(Item.KEY, AttributeValue.fromS(KeyRowCodec.key(hash)));
  }

  private IOException failed(String what, SdkException e) {
    String why =
        e instanceof ResourceNotFoundException
            ? "there is no table '" + table + "' here"
            : ErrorCodes.brief(e);
    return new IOException(what + ": " + why, e);
  }
}
