package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.warmpath.aws.StubServer.Answer;
import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.EngineOutcome.Failed;
import dev.warmpath.router.port.EngineOutcome.Kind;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever stands in an answer's headers, an adapter tells what came of its call as a value. */
class HostileHeadersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Instant NOW = FakeClock.START;
  private static final Target TARGET = Target.ofVariant("chat", "a", 1, false);

  private static final List<String> NAMES =
      List.of(
          "Retry-After",
          "x-amz-retry-after",
          "Date",
          "Content-Type",
          "Content-Encoding",
          "smithy-protocol",
          "x-amz-crc32",
          "x-amz-id-2",
          "x-amzn-ErrorType",
          "x-amzn-query-error",
          "x-amzn-RequestId",
          "x-Amzn-Invoked-Production-Variant",
          "x-amzn-SageMaker-Content-Type");

  private static final List<String> VALUES =
      List.of(
          "",
          "-1",
          "0",
          "1.5",
          "-2147483648",
          "2147483647",
          "9999999999999999999",
          "NaN",
          "Fri, 31 Dec 1999 23:59:59 GMT",
          "Fri, 99 Foo 99999 99:99:99",
          "+292278994-08-17T07:12:55.807Z",
          "gzip",
          "application/json",
          "rpc-v2-cbor",
          ";;;,,,=\"",
          ":",
          "x".repeat(2_000));

  private static final List<Integer> STATUS = List.of(200, 204, 400, 403, 413, 424, 429, 500, 503);

  private static final List<String> BODIES =
      List.of("", "{}", "[", "null", "{\"__type\":\"ThrottlingException\",\"message\":\"slow\"}");

  private final AtomicReference<Answer> answer = new AtomicReference<>(Answer.json(200, "{}"));
  private final StubServer server = new StubServer(request -> answer.get());
  private final AwsAccess access = AwsAccess.local(server.uri());
  private final SageMakerEngine engine = SageMakerClients.engine(access, PATIENCE, trouble -> {});
  private final DynamoDbAffinityTable table =
      new DynamoDbAffinityTable(
          DynamoDbClients.create(PATIENCE, access),
          "affinity",
          new TableBudgets(PATIENCE, PATIENCE, PATIENCE),
          new RouterClock(() -> NOW, System::nanoTime),
          trouble -> {});
  private final BufferedRouteMetrics metrics =
      CloudWatchClients.routeMetrics(
          access, new MetricScope("Warmpath", "chat"), () -> TableUnits.NONE, () -> NOW);

  @AfterEach
  void close() {
    metrics.close();
    table.close();
    engine.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "Retry-After,-1",
    "Retry-After,-2147483648",
    "Retry-After,2147483647",
    "Retry-After,99999999999",
    "x-amz-retry-after,-1"
  })
  void aWaitThatCannotBeMeantLeavesTheFailureWhatItIs(String name, String value) {
    // given
    answer.set(Answer.json(503, BODIES.getLast()).with(name, value));
    metrics.count(Trouble.LOST_WRITE);

    // when, then
    assertThat(engine.invoke(call())).isInstanceOfSatisfying(Failed.class, this::isBackpressure);
    assertThat(engine.open(call()))
        .isInstanceOfSatisfying(
            EngineOpening.Refused.class, refused -> isBackpressure(refused.failure()));
    assertThat(table.read(query())).isEqualTo(new TableRead.Unavailable(Degradation.THROTTLED));
    assertThatCode(() -> metrics.flush(true)).doesNotThrowAnyException();
  }

  @Test
  void everyCallEndsInAValue() {
    Seeds.forAll(
        Hostile.inputs(300),
        (seed, random) -> {
          // given
          answer.set(hostile(random));
          metrics.count(Trouble.LOST_WRITE);

          // when
          EngineOutcome outcome = engine.invoke(call());
          EngineOpening opening = engine.open(call());
          TableRead read = table.read(query());
          ClaimResult claim = table.claim(claim());
          WriteResult write = table.write(new TableWrite.BumpGeneration(TARGET.id(), 0));
          metrics.flush(true);

          // then
          assertThat(List.of(outcome, opening, read, claim, write)).doesNotContainNull();
          if (opening instanceof EngineOpening.Opened(var stream)) {
            stream.close();
          }
        });
  }

  private void isBackpressure(Failed failure) {
    assertThat(failure.kind()).isEqualTo(Kind.BACKPRESSURE);
    assertThat(failure.status()).isEqualTo(503);
  }

  private static Answer hostile(RandomGenerator random) {
    Answer made =
        new Answer(
            one(STATUS, random), Map.of(), one(BODIES, random).getBytes(StandardCharsets.UTF_8));
    for (int headers = 1 + random.nextInt(4); headers > 0; headers--) {
      made = made.with(one(NAMES, random), one(VALUES, random));
    }
    return made;
  }

  private static <T> T one(List<T> all, RandomGenerator random) {
    return all.get(random.nextInt(all.size()));
  }

  private static EngineCall call() {
    return new EngineCall(
        TARGET,
        "{\"messages\":[]}".getBytes(StandardCharsets.UTF_8),
        "application/json",
        PATIENCE,
        "",
        "req-1");
  }

  private static Anchor anchor() {
    return new Anchor(1024, new PrefixHash(1, 2));
  }

  private static TableQuery query() {
    return new TableQuery("pool", List.of(anchor()), List.of(TARGET.id()), List.of("chat"), NOW);
  }

  private static ClaimRequest claim() {
    return new ClaimRequest(
        "pool",
        anchor(),
        0,
        new Owner(TARGET.id(), 0, 0, NOW, Optional.empty(), false),
        NOW.plusSeconds(600));
  }
}
