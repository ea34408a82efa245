package dev.warmpath.aws;

import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;

@Required(value = Facility.MOTO, group = "DynamoDB contract against moto")
final class DynamoDbAffinityTableMotoTest extends DynamoDbContract {
  DynamoDbAffinityTableMotoTest() {
    super(
        DynamoDbClients.builder(DynamoDbTables.PATIENT.longest())
            .httpClientBuilder(
                defaults ->
                    new OneAtATime(
                        DynamoDbClients.http(DynamoDbTables.PATIENT.longest())
                            .buildWithDefaults(defaults)))
            .build());
  }
}
