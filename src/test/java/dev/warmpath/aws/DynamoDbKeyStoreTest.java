package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DynamoDbKeyStoreTest {
  private final DynamoDbStub dynamoDb = new DynamoDbStub();
  private final DynamoDbKeyStore store =
      new DynamoDbKeyStore(dynamoDb.client(Duration.ofSeconds(10)), "keys");

  @AfterEach
  void close() {
    store.close();
    dynamoDb.close();
  }

  @Test
  void refusesATableThatHoldsRowsOfOthers() throws IOException {
    // given
    dynamoDb.thenSay("{\"Items\":[{\"pk\":{\"S\":\"K#0123\"}},{\"pk\":{\"S\":\"T#llama/blue\"}}]}");
    dynamoDb.thenSay("{\"Items\":[{\"pk\":{\"N\":\"7\"}}]}");
    dynamoDb.thenSay("{\"Items\":[{\"pk\":{\"S\":\"K#0123\"}}]}");

    // then
    assertThatThrownBy(store::checkOurs)
        .hasMessage("table 'keys' is no table of keys: it holds other rows");
    assertThatThrownBy(store::checkOurs).hasMessageContaining("is no table of keys");
    store.checkOurs();
    store.checkOurs();
    assertThat(dynamoDb.requests())
        .hasSize(4)
        .allSatisfy(request -> assertThat(request.operation()).isEqualTo("Scan"));
  }

  @Test
  void namesTheTableThatIsNotThere() {
    // given
    dynamoDb.thenFail("ResourceNotFoundException");

    // then
    assertThatThrownBy(store::all)
        .hasMessage("the keys could not be read: there is no table 'keys' here");
  }
}
