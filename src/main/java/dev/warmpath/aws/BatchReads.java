package dev.warmpath.aws;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemStore.Read;
import dev.warmpath.table.UnitMeter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Reads of many items of one DynamoDB table, by BatchGetItem. Safe for any number of threads. */
final class BatchReads {
  /** Rounds of one read: with the pauses between them no more than a quarter of its budget. */
  private static final int MAX_ROUNDS = 4;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);

  private final DynamoDbClient client;
  private final String tableName;
  private final UnitMeter meter;

  BatchReads(DynamoDbClient client, String tableName, UnitMeter meter) {
    this.client = client;
    this.tableName = tableName;
    this.meter = meter;
  }

  /**
   * Reads what DynamoDB left unprocessed again, a few times. An answer in part is none: a target
   * whose row is missing would look idle, and draw everybody's requests.
   */
  Read read(Set<String> keys) {
    Map<String, Item> found = new HashMap<>();
    List<Map<String, AttributeValue>> open = keys.stream().map(BatchReads::key).toList();
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
}
