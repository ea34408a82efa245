package dev.warmpath.aws;

import dev.warmpath.table.Item;
import dev.warmpath.table.ItemScan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** All items of a DynamoDB table, a megabyte at a time, eventually consistent. Thread-safe. */
final class DynamoDbScan implements ItemScan {
  private final DynamoDbClient client;
  private final String tableName;
  private final FailureLog failures;

  DynamoDbScan(DynamoDbClient client, String tableName) {
    this.client = client;
    this.tableName = tableName;
    this.failures = new FailureLog(tableName);
  }

  @Override
  public Page page(Optional<String> after) {
    ScanRequest.Builder request = ScanRequest.builder().tableName(tableName);
    after.ifPresent(key -> request.exclusiveStartKey(Map.of(Item.KEY, AttributeValue.fromS(key))));
    try {
      ScanResponse response = client.scan(request.build());
      List<Item> items = response.items().stream().map(AttributeValues::item).toList();
      Optional<String> end =
          Optional.ofNullable(response.lastEvaluatedKey().get(Item.KEY)).map(AttributeValue::s);
      return new Page.Items(items, end);
    } catch (SdkException e) {
      return new Page.Failed(failures.reason(e, "scan"));
    }
  }
}
