package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.keys.KeyLookup.Found;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyRows;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DynamoDbKeyStoreTest {
  private final DynamoDbStub dynamoDb = new DynamoDbStub();
  private final DynamoDbKeyStore store =
      new DynamoDbKeyStore(dynamoDb.client(Duration.ofSeconds(10)), "keys");
  private final KeyRow row = KeyRows.row(KeyRows.key(1), "acme");

  @AfterEach
  void close() {
    store.close();
    dynamoDb.close();
  }

  @Test
  void readsOneKeyConsistentlyByItsHash() {
    // when
    Found found = store.find(row.hash());

    // then
    assertThat(found).isEqualTo(new Found.None());
    assertThat(dynamoDb.requests()).hasSize(1);
    DynamoDbStub.Request request = dynamoDb.requests().getFirst();
    assertThat(request.operation()).isEqualTo("GetItem");
    assertThat(request.json()).containsEntry("ConsistentRead", true);
    assertThat(request.body())
        .contains("K#" + row.hash().hex())
        .doesNotContain(KeyRows.key(1).secret().substring(6));
  }

  @Test
  void asksOnceMoreWhereTheConnectionBroke() {
    // given
    dynamoDb.then(new DynamoDbStub.Answer.HangUp());

    // when
    Found found = store.find(row.hash());

    // then
    assertThat(found).isEqualTo(new Found.None());
    assertThat(dynamoDb.requests()).hasSize(2);
  }

  @Test
  void saysWhyItDoesNotKnow() {
    // given
    dynamoDb.thenFail("AccessDeniedException");
    dynamoDb.thenSay("{\"Item\":{\"pk\":{\"S\":\"K#x\"}}}");

    // then
    assertThat(store.find(row.hash()))
        .isEqualTo(new Found.Unavailable("400 AccessDeniedException"));
    assertThat(store.find(row.hash()))
        .isEqualTo(new Found.Unavailable("the key's row cannot be understood"));
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
