package dev.warmpath.aws;

import dev.warmpath.table.Item;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemWrite;
import dev.warmpath.table.UnitMeter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A DynamoDB table as a store of items.
 *
 * <p>The units of an update are those of the item after it: DynamoDB returns one side only. Safe
 * for any number of threads; an interrupted call ends early.
 */
final class DynamoDbItems implements ItemStore {
  private final DynamoDbClient client;
  private final String tableName;
  private final UnitMeter meter;
  private final BatchReads reads;
  private final FailureLog failures;

  DynamoDbItems(DynamoDbClient client, String tableName, UnitMeter meter) {
    this.client = client;
    this.tableName = tableName;
    this.meter = meter;
    this.reads = new BatchReads(client, tableName, meter);
    this.failures = new FailureLog(tableName);
  }

  @Override
  public Read read(Set<String> keys) {
    try {
      Read read = reads.read(keys);
      failures.recovered();
      return read;
    } catch (SdkException e) {
      return new Read.Failed(failures.reason(e, "read"));
    }
  }

  @Override
  public Written write(ItemWrite write) {
    try {
      return switch (write.effect()) {
        case ItemWrite.Replace(Item item) -> put(write, item);
        case ItemWrite.Change change -> update(write, change);
      };
    } catch (ConditionalCheckFailedException e) {
      return blocked(write, e);
    } catch (SdkException e) {
      return new Written.Failed(failures.reason(e, "write"));
    }
  }

  private Written put(ItemWrite write, Item item) {
    Expressions expressions = new Expressions();
    PutItemRequest.Builder request =
        PutItemRequest.builder()
            .tableName(tableName)
            .item(AttributeValues.of(item))
            .returnValues(ReturnValue.ALL_OLD);
    String condition = expressions.condition(write.condition());
    if (!condition.isEmpty()) {
      request
          .conditionExpression(condition)
          .expressionAttributeNames(expressions.names())
          .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
    // DynamoDB refuses an empty map of values.
    if (!expressions.values().isEmpty()) {
      request.expressionAttributeValues(expressions.values());
    }
    PutItemResponse response = client.putItem(request.build());
    meter.write(found(response.attributes()), Optional.of(item));
    return new Written.Done(item);
  }

  private Written update(ItemWrite write, ItemWrite.Change change) {
    Expressions expressions = new Expressions();
    UpdateItemRequest.Builder request =
        UpdateItemRequest.builder()
            .tableName(tableName)
            .key(key(write.key()))
            .updateExpression(expressions.update(change))
            .returnValues(ReturnValue.ALL_NEW);
    String condition = expressions.condition(write.condition());
    if (!condition.isEmpty()) {
      request
          .conditionExpression(condition)
          .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
    request.expressionAttributeNames(expressions.names());
    if (!expressions.values().isEmpty()) {
      request.expressionAttributeValues(expressions.values());
    }
    Item after = AttributeValues.item(client.updateItem(request.build()).attributes());
    meter.write(Optional.empty(), Optional.of(after));
    return new Written.Done(after);
  }

  /** The item in the way; read for itself where it did not come with the refusal. */
  private Written blocked(ItemWrite write, ConditionalCheckFailedException refusal) {
    try {
      Optional<Item> before =
          refusal.hasItem() ? found(refusal.item()) : readConsistently(write.key());
      meter.write(before, write.applyTo(before));
      return new Written.Blocked(before);
    } catch (SdkException e) {
      return new Written.Failed(failures.reason(e, "read"));
    }
  }

  private Optional<Item> readConsistently(String key) {
    GetItemRequest request =
        GetItemRequest.builder().tableName(tableName).key(key(key)).consistentRead(true).build();
    Optional<Item> item = found(client.getItem(request).item());
    meter.readConsistently(item);
    return item;
  }

  private static Optional<Item> found(Map<String, AttributeValue> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(AttributeValues.item(values));
  }

  private static Map<String, AttributeValue> key(String key) {
    return Map.of(Item.KEY, AttributeValue.fromS(key));
  }
}
