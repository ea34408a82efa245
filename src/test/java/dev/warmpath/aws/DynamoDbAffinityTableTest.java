package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.aws.DynamoDbStub.Answer;
import dev.warmpath.aws.DynamoDbStub.Request;
import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite.RecordOwner;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.TargetId;
import dev.warmpath.testing.FakeClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** How the adapter speaks to DynamoDB, and what it makes of answers that are none. */
final class DynamoDbAffinityTableTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final TableBudgets PATIENT = new TableBudgets(PATIENCE, PATIENCE, PATIENCE);
  private static final Duration BRIEF = Duration.ofMillis(20);
  private static final PrefixHash HASH = new PrefixHash(0x0123456789abcdefL, 0x42);
  private static final String KEY = "P#pool#0123456789abcdef0000000000000042";
  private static final TargetId TARGET = new TargetId("endpoint/blue");
  private static final Instant NOW = FakeClock.START;
  private static final long END = NOW.getEpochSecond() + 600;

  private final DynamoDbStub stub = new DynamoDbStub();
  private final DynamoDbClient client = stub.client(PATIENCE);
  private final List<Trouble> troubles = new CopyOnWriteArrayList<>();
  private final DynamoDbAffinityTable table = table(client, PATIENT);

  @AfterEach
  void close() {
    client.close();
    stub.close();
  }

  @Test
  void aReadIsOneEventuallyConsistentRequestForAllRows() {
    // when
    TableRead read = table.read(query());

    // then
    assertThat(read).isInstanceOf(TableRead.Rows.class);
    assertThat(stub.requests()).extracting(Request::operation).containsExactly("BatchGetItem");
    assertThat(stub.requests().getFirst().json())
        .isEqualTo(
            Map.of(
                "RequestItems",
                Map.of(
                    "affinity",
                    Map.of(
                        "Keys",
                        List.of(key(KEY), key("T#endpoint/blue"), key("F#endpoint")),
                        "ConsistentRead",
                        false))));
  }

  @Test
  void primingHasItsOwnTimeHoweverLittleAReadHas() {
    // given
    Duration none = Duration.ofNanos(1);
    DynamoDbAffinityTable hurried = table(client, new TableBudgets(none, none, none));

    // then
    assertThat(hurried.read(query())).isInstanceOf(TableRead.Unavailable.class);
    assertThat(hurried.prime(query(), PATIENCE)).isInstanceOf(TableRead.Rows.class);
  }

  @Test
  void rowsAreTakenFromTheAnswer() {
    // given
    stub.thenSay(responses(prefixItem("@endpoint/blue"), "{\"pk\":{\"S\":\"T#endpoint/blue\"}}"));

    // when
    TableRead.Rows rows = (TableRead.Rows) table.read(query());

    // then
    Owner owner = new Owner(TARGET, 9, 2, NOW, Optional.empty(), true);
    assertThat(rows.view().prefixes())
        .isEqualTo(
            Map.of(HASH, new PrefixRow(HASH, 1024, 4, List.of(owner), Instant.ofEpochSecond(END))));
    assertThat(rows.view().targets()).containsKey(TARGET);
    assertThat(table.units()).isEqualTo(new TableUnits(1.5, 0));
    assertThat(troubles).isEmpty();
  }

  @Test
  void whatWasLeftUnprocessedIsAskedForAgain() {
    // given
    stub.thenSay(
            "{\"Responses\":{\"affinity\":[" + prefixItem("@endpoint/blue") + "]}," + unprocessed())
        .thenSay(responses("{\"pk\":{\"S\":\"T#endpoint/blue\"},\"c\":{\"N\":\"77\"}}"));

    // when
    TableRead.Rows rows = (TableRead.Rows) table.read(query());

    // then
    assertThat(rows.view().prefixes()).containsKey(HASH);
    assertThat(rows.view().target(TARGET).clock()).isEqualTo(77);
    assertThat(stub.requests()).hasSize(2);
    assertThat(stub.requests().getLast().body())
        .contains("T#endpoint/blue")
        .doesNotContain("P#pool");
    assertThat(table.units()).isEqualTo(new TableUnits(1.5, 0));
  }

  @Test
  void rowsThatStayUnprocessedMeanThrottling() {
    // given
    String answer = "{\"Responses\":{\"affinity\":[]}," + unprocessed();
    for (int i = 0; i < 10; i++) {
      stub.thenSay(answer);
    }

    // when
    TableRead read = table.read(query());

    // then
    assertThat(read).isEqualTo(new TableRead.Unavailable(Degradation.THROTTLED));
    assertThat(stub.requests()).hasSize(4);
  }

  @Test
  void anAnswerThatDoesNotComeIsLeftBehindWhenTheBudgetIsSpent() {
    // given
    DynamoDbAffinityTable warm = table(client, new TableBudgets(PATIENCE, BRIEF, PATIENCE));
    warm.read(query());
    stub.thenHang();

    // when
    TableRead read = warm.read(query());

    // then
    assertThat(read).isEqualTo(new TableRead.Unavailable(Degradation.TIMEOUT));
  }

  @Test
  void aFirstAnswerThatDoesNotComeIsAColdOne() {
    // given
    DynamoDbAffinityTable cold = table(client, new TableBudgets(BRIEF, BRIEF.dividedBy(2), BRIEF));
    stub.thenHang().thenHang();

    // then
    assertThat(cold.read(query())).isEqualTo(new TableRead.Unavailable(Degradation.COLD));
    assertThat(cold.claim(claim())).isEqualTo(new ClaimResult.Unavailable(Degradation.COLD));
  }

  @Test
  void aWriteThatHangsIsGivenUp() {
    // given
    DynamoDbAffinityTable brief = table(client, new TableBudgets(PATIENCE, PATIENCE, BRIEF));
    stub.thenHang();

    // when
    WriteResult result = brief.write(start());

    // then
    assertThat(result).isEqualTo(new WriteResult.Unavailable(Degradation.TIMEOUT));
  }

  @Test
  void theSdksOwnTimeoutCountsAsOne() {
    // given
    stub.thenHang();
    try (DynamoDbClient impatient = stub.client(Duration.ofMillis(300))) {
      // when
      TableRead read = table(impatient, PATIENT).read(query());

      // then
      assertThat(read).isEqualTo(new TableRead.Unavailable(Degradation.TIMEOUT));
    }
  }

  /** More hung calls than the client has connections: each must give its connection back. */
  @Test
  void callsLeftBehindDoNotUseUpTheConnections() {
    // given
    DynamoDbAffinityTable brief =
        table(client, new TableBudgets(PATIENCE, Duration.ofMillis(5), PATIENCE.dividedBy(3)));
    brief.read(query());
    stub.hang(true);
    for (int i = 0; i < 300; i++) {
      brief.read(query());
    }
    stub.hang(false);

    // when
    WriteResult result = brief.write(start());

    // then
    assertThat(result).isInstanceOf(WriteResult.Fresh.class);
  }

  @ParameterizedTest
  @CsvSource({
    "ProvisionedThroughputExceededException, THROTTLED",
    "ThrottlingException, THROTTLED",
    "RequestLimitExceeded, THROTTLED",
    "ResourceNotFoundException, DENIED",
    "AccessDeniedException, DENIED",
    "UnrecognizedClientException, DENIED",
    "ExpiredTokenException, DENIED",
    "ValidationException, FAILED"
  })
  void refusalsAreToldByReasonAndNeverRetried(String error, Degradation reason) {
    // given
    stub.thenFail(error).thenFail(error).thenFail(error);

    // then
    assertThat(table.read(query())).isEqualTo(new TableRead.Unavailable(reason));
    assertThat(table.claim(claim())).isEqualTo(new ClaimResult.Unavailable(reason));
    assertThat(table.write(start())).isEqualTo(new WriteResult.Unavailable(reason));
    assertThat(stub.requests()).hasSize(3);
    assertThat(table.units()).isEqualTo(TableUnits.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>not what you think</html>",
        "[1, 2",
        "{\"Responses\": 7}",
        "{\"Responses\":{\"affinity\":[{\"pk\":\"S\"}]}}"
      })
  void aGarbledAnswerIsAFailureOrNoRowsButNeverAnException(String body) {
    // given
    stub.thenSay(body);

    // when
    TableRead read = table.read(query());

    // then
    assertThat(stub.requests()).hasSize(1);
    switch (read) {
      case TableRead.Rows rows -> assertThat(rows.view().prefixes()).isEmpty();
      case TableRead.Unavailable(Degradation reason) ->
          assertThat(reason).isEqualTo(Degradation.FAILED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"__type\":\"InternalServerError\"}", "<html>bad gateway</html>", ""})
  void aServerErrorIsAFailureAndNotRetried(String body) {
    // given
    stub.then(new Answer.Say(502, body));

    // then
    assertThat(table.read(query())).isEqualTo(new TableRead.Unavailable(Degradation.FAILED));
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void aRowThatCannotBeUnderstoodIsLeftOutAndCounted() {
    // given
    stub.thenSay(
        responses(
            "{\"pk\":{\"S\":\"" + KEY + "\"},\"d\":{\"L\":[]}}",
            "{\"pk\":{\"S\":\"T#endpoint/blue\"},\"c\":{\"N\":\"many\"}}"));

    // when
    TableRead.Rows rows = (TableRead.Rows) table.read(query());

    // then
    assertThat(rows.view().prefixes()).isEmpty();
    assertThat(rows.view().targets()).isEmpty();
    assertThat(troubles).containsExactly(Trouble.UNREADABLE_ROW, Trouble.UNREADABLE_ROW);
  }

  @Test
  void itemsThatNobodyAskedForAreIgnored() {
    // given
    stub.thenSay(responses("{\"pk\":{\"S\":\"P#other\"}}", "{\"pk\":{\"N\":\"5\"}}", "{}"));

    // when
    TableRead.Rows rows = (TableRead.Rows) table.read(query());

    // then
    assertThat(rows.view().prefixes()).isEmpty();
    assertThat(rows.fleets()).isEmpty();
    assertThat(troubles).isEmpty();
  }

  @Test
  void aReadIsSentOnceMoreWhereTheConnectionBroke() {
    // given
    stub.then(new Answer.HangUp()).thenSay(responses(prefixItem("@endpoint/blue")));

    // when
    TableRead.Rows rows = (TableRead.Rows) table.read(query());

    // then
    assertThat(rows.view().prefixes()).containsKey(HASH);
    assertThat(stub.requests()).hasSize(2);
  }

  @Test
  void writesAreNeverSentTwice() {
    // given
    stub.then(new Answer.HangUp()).then(new Answer.HangUp());

    // then
    assertThat(table.write(start())).isEqualTo(new WriteResult.Unavailable(Degradation.FAILED));
    assertThat(table.claim(claim())).isEqualTo(new ClaimResult.Unavailable(Degradation.FAILED));
    assertThat(stub.requests()).hasSize(2);
  }

  @Test
  void nobodyAtTheOtherEndIsAFailure() throws IOException {
    // given
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    try (DynamoDbClient lost = DynamoDbStub.client(PATIENCE, nobody)) {
      // when
      TableRead read = table(lost, PATIENT).read(query());

      // then
      assertThat(read).isEqualTo(new TableRead.Unavailable(Degradation.FAILED));
    }
  }

  @Test
  void anInterruptedCallerGetsNoAnswerAndStaysInterrupted() {
    // given
    Thread.currentThread().interrupt();

    // when
    TableRead read = table.read(query());

    // then
    assertThat(Thread.interrupted()).isTrue();
    assertThat(read).isEqualTo(new TableRead.Unavailable(Degradation.FAILED));
  }

  @Test
  void aClaimIsOneConditionalRequest() {
    // when
    ClaimResult result = table.claim(claim());

    // then
    assertThat(result).isInstanceOf(ClaimResult.Won.class);
    assertThat(stub.requests()).extracting(Request::operation).containsExactly("PutItem");
    Map<String, Object> request = stub.requests().getFirst().json();
    // Without the last part a row that TTL has not deleted yet could not be claimed for days.
    assertThat(request)
        .containsEntry(
            "ConditionExpression", "(attribute_not_exists(#0)) OR (#1 = :0) OR (#2 <= :1)")
        .containsEntry("ExpressionAttributeNames", Map.of("#0", "pk", "#1", "v", "#2", "ttl"))
        .containsEntry(
            "ExpressionAttributeValues",
            Map.of(
                ":0", Map.of("N", "3"),
                ":1", Map.of("N", Long.toString(NOW.getEpochSecond()))))
        .containsEntry("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
    assertThat(table.units()).isEqualTo(new TableUnits(0, 1));
  }

  @Test
  void aLostClaimLearnsTheWinnerInTheSameRequest() {
    // given
    stub.then(conditionFailed());

    // when
    ClaimResult result = table.claim(claim());

    // then
    assertThat(result).isInstanceOf(ClaimResult.Lost.class);
    assertThat(((ClaimResult.Lost) result).winner().owners())
        .extracting(Owner::target)
        .containsExactly(new TargetId("endpoint/green"));
    assertThat(stub.requests()).hasSize(1);
    assertThat(table.units()).isEqualTo(new TableUnits(0, 1));
  }

  @Test
  void aLostClaimReadsTheWinnerWhereTheRefusalDoesNotNameIt() {
    // given
    stub.thenFail("ConditionalCheckFailedException")
        .thenSay("{\"Item\":" + prefixItem("@endpoint/green") + "}");

    // when
    ClaimResult result = table.claim(claim());

    // then
    assertThat(result).isInstanceOf(ClaimResult.Lost.class);
    assertThat(stub.requests())
        .extracting(Request::operation)
        .containsExactly("PutItem", "GetItem");
    assertThat(stub.requests().getLast().json()).containsEntry("ConsistentRead", true);
    assertThat(table.units()).isEqualTo(new TableUnits(1, 1));
  }

  @Test
  void aClaimLostToARowThatCannotBeUnderstoodIsCounted() {
    // given
    stub.thenFail("ConditionalCheckFailedException")
        .thenSay("{\"Item\":{\"pk\":{\"S\":\"" + KEY + "\"}}}");

    // when
    ClaimResult result = table.claim(claim());

    // then
    assertThat(result).isEqualTo(new ClaimResult.Unavailable(Degradation.FAILED));
    assertThat(troubles).containsExactly(Trouble.UNREADABLE_ROW);
  }

  @Test
  void aTouchIsOneRequestAndAJoinTwo() {
    // given
    table.write(record());
    int touched = stub.requests().size();
    stub.then(conditionFailed());

    // when
    WriteResult result = table.write(record());

    // then
    assertThat(touched).isEqualTo(1);
    assertThat(result).isEqualTo(new WriteResult.Done());
    assertThat(stub.requests())
        .extracting(Request::operation)
        .containsExactly("UpdateItem", "UpdateItem", "UpdateItem");
    assertThat(table.units()).isEqualTo(new TableUnits(0, 3));
  }

  @Test
  void anOwnerWhoseRowChangedMeanwhileIsRefused() {
    // given
    stub.then(conditionFailed());
    stub.then(conditionFailed());

    // when
    WriteResult result = table.write(record());

    // then
    assertThat(result).isEqualTo(new WriteResult.Refused());
    assertThat(stub.requests()).hasSize(2);
  }

  private DynamoDbAffinityTable table(DynamoDbClient to, TableBudgets budgets) {
    return new DynamoDbAffinityTable(
        to, "affinity", budgets, new RouterClock(() -> NOW, System::nanoTime), troubles::add);
  }

  private static TableQuery query() {
    return new TableQuery(
        "pool", List.of(new Anchor(1024, HASH)), List.of(TARGET), List.of("endpoint"), NOW);
  }

  private static ClaimRequest claim() {
    return new ClaimRequest("pool", new Anchor(1024, HASH), 3, owner(), Instant.ofEpochSecond(END));
  }

  private static RecordOwner record() {
    return new RecordOwner(
        "pool", new PrefixUpdate(new Anchor(1024, HASH), owner(), Instant.ofEpochSecond(END)));
  }

  private static StartWork start() {
    return new StartWork(TARGET, new Work(NOW, 100, 200));
  }

  private static Owner owner() {
    return new Owner(TARGET, 5, 0, NOW, Optional.empty(), false);
  }

  private static Map<String, Object> key(String value) {
    return Map.of("pk", Map.of("S", value));
  }

  private static String prefixItem(String owner) {
    return """
        {"pk":{"S":"%s"},"d":{"N":"1024"},"v":{"N":"4"},"ttl":{"N":"%d"},
         "%s":{"M":{"c":{"N":"9"},"g":{"N":"2"},"u":{"N":"%d"},"k":{"BOOL":true}}}}
        """
        .formatted(KEY, END, owner, NOW.toEpochMilli());
  }

  private static String responses(String... items) {
    return "{\"Responses\":{\"affinity\":[" + String.join(",", items) + "]}}";
  }

  private static String unprocessed() {
    return """
        "UnprocessedKeys":{"affinity":{"Keys":[{"pk":{"S":"T#endpoint/blue"}}]}}}
        """;
  }

  /** The refusal of a conditional write, with the item in the way. */
  private static Answer conditionFailed() {
    return new Answer.Say(
        400,
        """
        {"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
         "message":"The conditional request failed","Item":%s}
        """
            .formatted(prefixItem("@endpoint/green")));
  }
}
