package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.keys.KeyLookup.Found;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyRows;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DynamoDbKeyLookupTest {
  private final DynamoDbStub dynamoDb = new DynamoDbStub();
  private final DynamoDbKeyLookup keys = lookup(dynamoDb.address(), Duration.ofSeconds(10));
  private final KeyRow row = KeyRows.row(KeyRows.key(1), "acme");

  @AfterEach
  void close() {
    dynamoDb.close();
  }

  @Test
  void readsOneKeyConsistentlyByItsHash() {
    // when
    Found found = keys.find(row.hash());

    // then
    assertThat(found).isEqualTo(new Found.None());
    assertThat(dynamoDb.requests()).hasSize(1);
    DynamoDbStub.Request request = dynamoDb.requests().getFirst();
    assertThat(request.operation()).isEqualTo("GetItem");
    assertThat(request.signed()).isTrue();
    assertThat(request.json())
        .isEqualTo(
            Map.of(
                "TableName",
                "keys",
                "ConsistentRead",
                true,
                "Key",
                Map.of("pk", Map.of("S", "K#" + row.hash().hex()))));
  }

  @Test
  void asksOnceMoreWhereTheConnectionBroke() {
    // given
    Found before = keys.find(row.hash());
    dynamoDb.then(new DynamoDbStub.Answer.HangUp());

    // when
    Found found = keys.find(row.hash());

    // then
    assertThat(found).isEqualTo(before).isEqualTo(new Found.None());
    assertThat(dynamoDb.requests()).hasSize(3);
  }

  @Test
  void doesNotWaitForever() {
    // given
    dynamoDb.thenHang();

    // when
    Found found = lookup(dynamoDb.address(), Duration.ofMillis(200)).find(row.hash());

    // then
    assertThat(found).isEqualTo(new Found.Unavailable("SocketTimeoutException"));
    assertThat(dynamoDb.requests()).hasSize(1);
  }

  @Test
  void saysThatNobodyAnswers() {
    // given
    URI closed = dynamoDb.address();
    dynamoDb.close();

    // then
    assertThat(lookup(closed, Duration.ofSeconds(10)).find(row.hash()))
        .isEqualTo(new Found.Unavailable("ConnectException"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "400 | {\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\"}"
            + "| 400 ThrottlingException",
        "400 | {\"__type\":\"AccessDeniedException\"} | 400 AccessDeniedException",
        "503 | {} | 503",
        "502 | <html> | 502",
        "500 | ~~ | 500",
        "200 | [] | IOException",
        "200 | {\"Item\":{\"pk\":{\"S\":\"K#x\"}}} | the key's row cannot be understood",
        "200 | {\"Item\":{\"pk\":7}} | the key's row cannot be understood"
      })
  void saysWhyItDoesNotKnow(int status, String answer, String reason) {
    // given
    dynamoDb.then(new DynamoDbStub.Answer.Say(status, answer));

    // then
    assertThat(keys.find(row.hash())).isEqualTo(new Found.Unavailable(reason));
  }

  private static DynamoDbKeyLookup lookup(URI address, Duration silence) {
    return new DynamoDbKeyLookup(AwsAccess.local(address), silence, "keys");
  }
}
