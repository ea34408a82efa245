package dev.warmpath.chaos;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.DynamoDbClients;
import dev.warmpath.aws.DynamoDbTables;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The short form with processes over an independent DynamoDB. */
@Required(value = Facility.MOTO, group = "killed routers over moto's DynamoDB")
final class MotoProcessChaosTest extends ProcessScenarios {
  private final String table = "chaos-" + UUID.randomUUID();

  MotoProcessChaosTest() {
    super(Scale.brief(), 2);
  }

  @BeforeEach
  void createTable() {
    try (DynamoDbClient client =
        DynamoDbClients.create(Duration.ofSeconds(30), AwsAccess.local(dynamoDb()))) {
      DynamoDbTables.create(client, table);
    }
  }

  @Override
  URI dynamoDb() {
    return URI.create(System.getenv("AWS_ENDPOINT_URL"));
  }

  @Override
  String table() {
    return table;
  }

  @Override
  String kind() {
    return "moto";
  }
}
