package dev.warmpath.aws;

import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

@Required(value = Facility.LOCALSTACK, group = "DynamoDB contract against LocalStack")
@Testcontainers(disabledWithoutDocker = true)
final class DynamoDbAffinityTableLocalStackTest extends DynamoDbContract {
  /** The last image that needs no token. */
  @Container
  private static final LocalStackContainer LOCALSTACK =
      new LocalStackContainer(DockerImageName.parse("localstack/localstack:4.14.0"))
          .withServices("dynamodb");

  DynamoDbAffinityTableLocalStackTest() {
    super(
        AwsAccess.local(LOCALSTACK.getEndpoint())
            .applyTo(DynamoDbClients.builder(DynamoDbTables.PATIENT.longest()))
            .build());
  }
}
