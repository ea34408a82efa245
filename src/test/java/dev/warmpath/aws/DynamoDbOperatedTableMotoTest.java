package dev.warmpath.aws;

import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.OperatedTableContract;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Required(value = Facility.MOTO, group = "the operator's table against moto")
final class DynamoDbOperatedTableMotoTest extends OperatedTableContract {
  private final String name = "operated-" + UUID.randomUUID();
  private final DynamoDbClient client =
      DynamoDbClients.create(DynamoDbTables.PATIENT.longest(), AwsAccess.ofEnvironment());
  private final DynamoDbOperatedTable operated;

  DynamoDbOperatedTableMotoTest() {
    super(InstantSource.fixed(Instant.now()));
    this.operated = DynamoDbOperatedTable.open(AwsAccess.ofEnvironment(), name, clock());
  }

  @BeforeEach
  void createTable() {
    DynamoDbTables.create(client, name);
  }

  @AfterEach
  void deleteTable() {
    client.deleteTable(r -> r.tableName(name));
    operated.close();
    client.close();
  }

  @Override
  protected AffinityTable table() {
    return new DynamoDbAffinityTable(
        client,
        name,
        DynamoDbTables.PATIENT,
        new RouterClock(clock(), System::nanoTime),
        trouble -> {});
  }

  @Override
  protected OperatedTable operated() {
    return operated;
  }
}
