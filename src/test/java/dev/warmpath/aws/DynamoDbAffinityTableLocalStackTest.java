package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.table.AffinityTableContract;
import dev.warmpath.table.Item;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Required(value = Facility.LOCALSTACK, group = "DynamoDB contract against LocalStack")
@Testcontainers(disabledWithoutDocker = true)
final class DynamoDbAffinityTableLocalStackTest extends AffinityTableContract {
  /** The last image that needs no token. */
  @Container
  private static final LocalStackContainer LOCALSTACK =
      new LocalStackContainer(DockerImageName.parse("localstack/localstack:4.14.0"))
          .withServices("dynamodb");

  private final String name = "affinity-" + UUID.randomUUID();
  private final List<Trouble> troubles = new CopyOnWriteArrayList<>();
  private final DynamoDbClient client =
      DynamoDbClients.builder(DynamoDbTables.PATIENT.longest())
          .endpointOverride(LOCALSTACK.getEndpoint())
          .region(Region.of(LOCALSTACK.getRegion()))
          .credentialsProvider(
              StaticCredentialsProvider.create(
                  AwsBasicCredentials.create(LOCALSTACK.getAccessKey(), LOCALSTACK.getSecretKey())))
          .build();

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
