package dev.warmpath.aws;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemWrite;
import dev.warmpath.table.UnitMeter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
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
  private static final Logger LOGGER = LoggerFactory.getLogger(DynamoDbItems.class);

  /** Rounds of one read: with the pauses between them no more than a quarter of its budget. */
  private static final int MAX_ROUNDS = 4;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);

  private final DynamoDbClient client;
  private final String tableName;
  private final UnitMeter meter;
  private final AtomicReference<Optional<Degradation>> lastFailure =
      new AtomicReference<>(Optional.empty());

  DynamoDbItems(DynamoDbClient client, String tableName, UnitMeter meter) {
    this.client = client;
    this.tableName = tableName;
    this.meter = meter;
  }

  @Override
  public Read read(Set<String> keys) {
    try {
      return batches(keys);
    } catch (SdkException e) {
      return new Read.Failed(reason(e, "read"));
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
      return new Written.Failed(reason(e, "write"));
    }
  }

  /**
   * Reads what DynamoDB left unprocessed again, a few times. An answer in part is none: a target
   * whose row is missing would look idle, and draw everybody's requests.
   */
  private Read batches(Set<String> keys) {
    Map<String, Item> found = new HashMap<>();
    List<Map<String, AttributeValue>> open = keys.stream().map(DynamoDbItems::key).toList();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (round > 0 && !pause(FIRST_PAUSE.multipliedBy(1L << round))) {
        return new Read.Failed(Degradation.THROTTLED);
      }
      BatchGetItemResponse response = batch(open);
      List<Map<String, AttributeValue>> items =
          response.responses().getOrDefault(tableName, List.of());
      KeysAndAttributes unprocessed = response.unprocessedKeys().get(tableName);
      int left = unprocessed == null ? 0 : unprocessed.keys().size();
      items.stream().map(AttributeValues::item).forEach(item -> keep(found, keys, item));
      for (int missing = items.size(); missing < open.size() - left; missing++) {
        meter.readEventually(Optional.empty());
      }
      if (unprocessed == null || left == 0) {
        lastFailure.set(Optional.empty());
        return new Read.Found(found);
      }
      open = unprocessed.keys();
    }
    return new Read.Failed(Degradation.THROTTLED);
  }

  private void keep(Map<String, Item> found, Set<String> keys, Item item) {
    meter.readEventually(Optional.of(item));
    item.key().filter(keys::contains).ifPresent(key -> found.put(key, item));
  }

  /** Sends one batch; once more where the connection broke, since reading twice harms nobody. */
  private BatchGetItemResponse batch(List<Map<String, AttributeValue>> keys) {
    BatchGetItemRequest request =
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    tableName,
                    KeysAndAttributes.builder().keys(keys).consistentRead(false).build()))
            .build();
    try {
      return client.batchGetItem(request);
    } catch (SdkException e) {
      if (!DynamoDbFailures.isBrokenConnection(e)) {
        throw e;
      }
      return client.batchGetItem(request);
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
          .expressionAttributeValues(expressions.values())
          .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
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
    request
        .expressionAttributeNames(expressions.names())
        .expressionAttributeValues(expressions.values());
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
      return new Written.Failed(reason(e, "read"));
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

  /** Waits a moment; false if the caller has gone. */
  private static boolean pause(Duration moment) {
    try {
      Thread.sleep(moment);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Says so in the log once, until the reason changes or a read succeeds. */
  private Degradation reason(SdkException exception, String call) {
    Degradation reason = DynamoDbFailures.reason(exception);
    String error =
        exception instanceof AwsServiceException service && service.awsErrorDetails() != null
            ? service.awsErrorDetails().errorCode()
            : exception.getClass().getSimpleName();
    boolean known = lastFailure.getAndSet(Optional.of(reason)).equals(Optional.of(reason));
    LOGGER
        .atLevel(known ? Level.DEBUG : Level.WARN)
        .addKeyValue("call", call)
        .addKeyValue("table", tableName)
        .addKeyValue("reason", reason)
        .addKeyValue("error", error)
        .log("affinity table call failed");
    LOGGER.atDebug().setCause(exception).log("affinity table call failed");
    return reason;
  }
}
