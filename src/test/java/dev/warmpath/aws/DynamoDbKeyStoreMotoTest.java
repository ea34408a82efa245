package dev.warmpath.aws;

import dev.warmpath.keys.KeyLookup;
import dev.warmpath.keys.KeyStore;
import dev.warmpath.keys.KeyStoreContract;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Required(value = Facility.MOTO, group = "keys in DynamoDB against moto")
final class DynamoDbKeyStoreMotoTest extends KeyStoreContract {
  private final String name = "keys-" + UUID.randomUUID();
  private final DynamoDbClient client = DynamoDbClients.create(DynamoDbTables.PATIENT.longest());

  @Override
  protected KeyStore store() {
    DynamoDbTables.create(client, name);
    return new DynamoDbKeyStore(client, name);
  }

  @Override
  protected KeyLookup lookup() {
    return DynamoDbKeyLookup.ofEnvironment(System.getenv(), name);
  }

  @AfterEach
  void deleteTable() {
    client.deleteTable(r -> r.tableName(name));
    client.close();
  }
}
