package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.table.AffinityTableContract;
import dev.warmpath.table.Item;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The contract over a DynamoDB of somebody else's, with a table of its own for each test. */
abstract class DynamoDbContract extends AffinityTableContract {
  private final String name = "affinity-" + UUID.randomUUID();
  private final List<Trouble> troubles = new CopyOnWriteArrayList<>();
  private final DynamoDbClient client;

  /** Takes the client, which is closed after the test. */
  DynamoDbContract(DynamoDbClient client) {
    this.client = client;
  }

  @BeforeEach
  void createTable() {
    DynamoDbTables.create(client, name);
  }

  @AfterEach
  void deleteTable() {
    client.deleteTable(r -> r.tableName(name));
    client.close();
    assertThat(troubles).isEmpty();
  }

  @Override
  protected AffinityTable table(InstantSource clock) {
    return new DynamoDbAffinityTable(
        client,
        name,
        DynamoDbTables.PATIENT,
        new RouterClock(clock, System::nanoTime),
        troubles::add);
  }

  @Override
  protected Optional<Item> stored(String key) {
    return DynamoDbTables.stored(client, name, key);
  }

  @Override
  protected int rounds() {
    return 50;
  }
}
