package dev.warmpath.aws;

import dev.warmpath.table.Item;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What tests do to a DynamoDB table behind the adapter's back. */
public final class DynamoDbTables {
  /** Emulators answer when they can: these tests are about rules, not about speed. */
  static final TableBudgets PATIENT =
      new TableBudgets(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(30));

  private DynamoDbTables() {}

  /** Creates a table as the template does, and waits until it is there. */
  public static void create(DynamoDbClient client, String name) {
    client.createTable(
        r ->
            r.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName(Item.KEY)
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder()
                        .attributeName(Item.KEY)
                        .keyType(KeyType.HASH)
                        .build()));
    client.waiter().waitUntilTableExists(r -> r.tableName(name));
    client.updateTimeToLive(
        r ->
            r.tableName(name)
                .timeToLiveSpecification(t -> t.attributeName(Item.TTL).enabled(true)));
  }

  static Optional<Item> stored(DynamoDbClient client, String table, String key) {
    Map<String, AttributeValue> item =
        client
            .getItem(
                r ->
                    r.tableName(table)
                        .consistentRead(true)
                        .key(Map.of(Item.KEY, AttributeValue.fromS(key))))
            .item();
    return item.isEmpty() ? Optional.empty() : Optional.of(AttributeValues.item(item));
  }
}
