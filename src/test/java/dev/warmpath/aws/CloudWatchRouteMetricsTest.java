package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CloudWatchRouteMetricsTest {
  private static final MetricScope SCOPE = new MetricScope("Warmpath", "chat");
  private static final Instant MINUTE = Reports.AT.truncatedTo(ChronoUnit.MINUTES);

  private final MetricReceiver receiver = new MetricReceiver();
  private final FakeClock clock = new FakeClock(Reports.AT);
  private final AtomicReference<TableUnits> units = new AtomicReference<>(TableUnits.NONE);
  private final BufferedRouteMetrics metrics = metrics(MetricBuffer.MAX_VALUES);

  @AfterEach
  void close() {
    metrics.close();
    receiver.close();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void averagesHitRateToCachedOverPromptTokens(long seed) {
    // given
    Random random = new Random(seed);
    long[] cached = new long[3];
    long[] prompts = new long[3];
    for (int i = 0; i < 500; i++) {
      int variant = random.nextInt(2);
      long prompt = 1 + random.nextLong(random.nextInt(10) == 0 ? 100_000 : 500);
      long hit = random.nextLong(prompt + 1);
      for (int slot : new int[] {variant, 2}) {
        prompts[slot] += prompt;
        cached[slot] += hit;
      }
      metrics.record(
          Reports.warm()
              .to(
                  Target.ofVariant("chat", "v" + variant, 1, false),
                  Reports.usage(prompt, hit, 1)));
      clock.advance(Duration.ofMillis(random.nextInt(400)));
      metrics.flush(false);
    }

    // when
    metrics.flush(true);

    // then
    assertRate(receiver.statistics(MetricName.KV_CACHE_HIT_RATE, "chat"), cached[2], prompts[2]);
    for (int v = 0; v < 2; v++) {
      assertRate(
          receiver.statistics(MetricName.KV_CACHE_HIT_RATE, "chat", "v" + v),
          cached[v],
          prompts[v]);
      assertThat(receiver.statistics(MetricName.CACHED_TOKENS, "chat", "v" + v).sum())
          .isEqualTo((double) cached[v]);
    }
    assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum()).isEqualTo(500);
    assertThat(receiver.statistics(MetricName.DROPPED_METRICS, "chat").sum()).isZero();
  }

  static LongStream seeds() {
    return LongStream.range(0, 10);
  }

  private static void assertRate(MetricReceiver.Statistics shown, long cached, long prompts) {
    assertThat(shown.sampleCount()).isEqualTo((double) prompts);
    // Exact but for the last bits of a double.
    assertThat(shown.average()).isCloseTo(100.0 * cached / prompts, within(1e-9));
  }

  @Test
  void sendsFirstMeasurementsAtOnceAndLaterOnesAfterTenSeconds() {
    // when
    metrics.flush(false);
    assertThat(receiver.calls()).isZero();
    metrics.record(Reports.warm().report());
    metrics.flush(false);
    assertThat(receiver.calls()).isEqualTo(1);
    metrics.record(Reports.warm().report());
    clock.advance(Duration.ofMillis(9_999));
    metrics.flush(false);
    assertThat(receiver.calls()).isEqualTo(1);
    clock.advance(Duration.ofMillis(1));
    metrics.flush(false);

    // then
    assertThat(receiver.calls()).isEqualTo(2);
    metrics.flush(false);
    metrics.flush(true);
    assertThat(receiver.calls()).isEqualTo(2);
    assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum()).isEqualTo(2);
  }

  @Test
  void sendsEverythingAtTheEnd() {
    // given
    metrics.record(Reports.warm().report());
    metrics.flush(false);
    metrics.record(Reports.warm().report());

    // when
    metrics.flush(true);

    // then
    assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum()).isEqualTo(2);
  }

  @Test
  void sendsAfterClockWasSetBack() {
    // given
    metrics.record(Reports.warm().report());
    metrics.flush(false);
    metrics.record(Reports.warm().report());

    // when
    clock.advance(Duration.ofHours(-1));
    metrics.flush(false);

    // then
    assertThat(receiver.calls()).isEqualTo(2);
  }

  @Test
  void putsEachDatumUnderItsOwnMinuteAndUnit() {
    // when
    metrics.record(Reports.warm().report());
    metrics.record(Reports.warm().at(Reports.AT.plusSeconds(60)));
    metrics.flush(true);

    // then
    assertThat(receiver.received()).extracting("namespace").containsOnly("Warmpath");
    assertThat(receiver.data())
        .filteredOn(d -> d.name().equals("EngineTime") && d.dimensions().size() == 1)
        .containsExactly(
            new MetricReceiver.Received.Datum(
                "EngineTime",
                "Milliseconds",
                MINUTE,
                Map.of("Endpoint", "chat"),
                List.of(250.0),
                List.of(1.0)),
            new MetricReceiver.Received.Datum(
                "EngineTime",
                "Milliseconds",
                MINUTE.plusSeconds(60),
                Map.of("Endpoint", "chat"),
                List.of(250.0),
                List.of(1.0)));
  }

  @Test
  void countsForEndpointAndForVariant() {
    // when
    metrics.record(
        Reports.warm().to(Target.ofComponent("other", "llama", 1), Reports.usage(10, 5, 1)));
    metrics.record(Reports.withoutTarget());
    metrics.count(Trouble.LOST_WRITE);
    units.set(new TableUnits(2.5, 4));
    metrics.flush(true);

    // then
    assertThat(receiver.statistics(MetricName.REQUESTS, "other").sum()).isEqualTo(1);
    assertThat(receiver.statistics(MetricName.REQUESTS, "other", "llama").sum()).isEqualTo(1);
    assertThat(receiver.statistics(MetricName.NO_TARGET, "chat").sum()).isEqualTo(1);
    assertThat(receiver.statistics(MetricName.LOST_WRITES, "chat").sum()).isEqualTo(1);
    assertThat(receiver.statistics(MetricName.TABLE_READ_UNITS, "chat").sum()).isEqualTo(2.5);
    assertThat(receiver.statistics(MetricName.TABLE_WRITE_UNITS, "chat").sum()).isEqualTo(4);
    assertThat(receiver.data())
        .filteredOn(d -> d.dimensions().containsKey("Variant"))
        .allSatisfy(d -> assertThat(d.dimensions()).containsEntry("Variant", "llama"));
  }

  @Test
  void reportsTableUnitsOnce() {
    // when
    units.set(new TableUnits(10, 1));
    metrics.flush(true);
    units.set(new TableUnits(12, 1));
    metrics.flush(true);
    metrics.flush(true);

    // then
    assertThat(receiver.statistics(MetricName.TABLE_READ_UNITS, "chat").sum()).isEqualTo(12);
    assertThat(receiver.statistics(MetricName.TABLE_WRITE_UNITS, "chat").sum()).isEqualTo(1);
  }

  @Test
  void splitsToWhatOneDatumTakes() {
    // when
    for (int i = 0; i < 400; i++) {
      metrics.record(Reports.warm().with(Reports.usage(10_000 + i, i, i)));
    }
    metrics.flush(true);

    // then
    assertThat(receiver.data()).allSatisfy(d -> assertThat(d.values()).hasSizeBetween(1, 150));
    assertThat(receiver.data())
        .filteredOn(d -> d.name().equals("PromptTokens") && d.dimensions().size() == 1)
        .hasSize(3);
    assertThat(receiver.statistics(MetricName.PROMPT_TOKENS, "chat").sum())
        .isEqualTo(IntStream.range(0, 400).sum() + 400 * 10_000.0);
  }

  @Test
  void splitsToWhatOneCallTakes() {
    try (BufferedRouteMetrics large = metrics(200_000)) {
      // given
      for (int minute = 0; minute < 100; minute++) {
        large.record(Reports.warm().at(Reports.AT.plusSeconds(60L * minute)));
      }
      for (int i = 0; i < 6000; i++) {
        large.record(Reports.warm().with(Reports.usage(10_000 + i, i, i)));
      }

      // when
      large.flush(true);

      // then
      assertThat(receiver.calls()).isGreaterThanOrEqualTo(4);
      assertThat(receiver.received())
          .allSatisfy(
              r -> {
                assertThat(r.data()).hasSizeLessThanOrEqualTo(1000);
                assertThat(r.bytes()).isLessThanOrEqualTo(1_000_000);
              });
      assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum()).isEqualTo(6100);
      assertThat(receiver.statistics(MetricName.DROPPED_METRICS, "chat").sum()).isZero();
    }
  }

  @Test
  void keepsForLaterWhatCouldNotBeSent() {
    // given
    metrics.record(Reports.warm().report());
    receiver.answerWith(r -> MetricReceiver.refused(500, "InternalServiceFault"));
    metrics.flush(true);
    metrics.record(Reports.warm().report());
    receiver.answerWith(r -> MetricReceiver.accepted());

    // when
    metrics.flush(false);
    assertThat(receiver.calls()).isEqualTo(1);
    clock.advance(MetricBuffer.DUE_AFTER);
    metrics.flush(false);

    // then
    assertThat(receiver.calls()).isEqualTo(2);
    assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum()).isEqualTo(2);
    assertThat(receiver.statistics(MetricName.DROPPED_METRICS, "chat").sum()).isZero();
  }

  @Test
  void keepsWhatWasThrottledOrNotPermitted() {
    // given
    metrics.record(Reports.warm().report());

    // when
    receiver.answerWith(r -> MetricReceiver.refused(400, "ThrottlingException"));
    metrics.flush(true);
    receiver.answerWith(r -> MetricReceiver.refused(403, "AccessDeniedException"));
    metrics.flush(true);
    receiver.answerWith(r -> MetricReceiver.accepted());
    metrics.flush(true);

    // then
    assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum()).isEqualTo(1);
  }

  @Test
  void stopsAtFirstCallThatFails() {
    // given
    for (int i = 0; i < 3300; i++) {
      metrics.record(Reports.warm().with(Reports.usage(10_000 + i, i, i)));
    }
    receiver.answerWith(r -> MetricReceiver.refused(503, "ServiceUnavailable"));

    // when
    metrics.flush(true);

    // then
    assertThat(receiver.calls()).isEqualTo(1);
  }

  @Test
  void givesUpWhatCloudWatchFindsInvalidAndCountsIt() {
    // given
    metrics.count(Trouble.LOST_WRITE);
    receiver.answerWith(r -> MetricReceiver.refused(400, "InvalidParameterValueException"));
    metrics.flush(true);
    receiver.answerWith(r -> MetricReceiver.accepted());

    // when
    metrics.count(Trouble.LOST_WRITE);
    metrics.flush(true);

    // then
    assertThat(receiver.statistics(MetricName.LOST_WRITES, "chat").sum()).isEqualTo(1);
    assertThat(receiver.statistics(MetricName.DROPPED_METRICS, "chat").sum()).isEqualTo(1);
  }

  @Test
  void dropsOldestBeyondItsBoundAndCountsThem() {
    try (BufferedRouteMetrics small = metrics(20)) {
      // given
      for (int minute = 0; minute < 5; minute++) {
        small.record(Reports.withoutTarget());
        clock.advance(Duration.ofMinutes(1));
        small.count(Trouble.LOST_WRITE);
      }
      for (int i = 0; i < 12; i++) {
        small.record(Reports.warm().at(clock.instant()));
        clock.advance(Duration.ofMinutes(1));
      }

      // when
      small.flush(true);

      // then
      int kept = receiver.data().stream().mapToInt(d -> d.values().size()).sum();
      assertThat(kept).isBetween(1, 21);
      assertThat(receiver.statistics(MetricName.NO_TARGET, "chat").sum()).isZero();
      assertThat(receiver.statistics(MetricName.LOST_WRITES, "chat").sum()).isZero();
      assertThat(receiver.statistics(MetricName.DROPPED_METRICS, "chat").sum()).isPositive();
    }
  }

  @Test
  void survivesUnreachableCloudWatch() {
    // given
    MetricReceiver gone = new MetricReceiver();
    gone.close();
    try (BufferedRouteMetrics lost =
        CloudWatchClients.routeMetrics(AwsAccess.local(gone.uri()), SCOPE, units::get, clock)) {
      lost.record(Reports.warm().report());

      // then
      assertThatCode(() -> lost.flush(true)).doesNotThrowAnyException();
    }
  }

  @Test
  void takesMeasurementsWhileCloudWatchIsSlow() throws InterruptedException {
    // given
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    receiver.answerWith(
        r -> {
          asked.countDown();
          await(released);
          return MetricReceiver.accepted();
        });
    metrics.record(Reports.warm().report());
    Thread flushing = Thread.ofVirtual().start(() -> metrics.flush(true));
    asked.await();

    // when
    metrics.record(Reports.warm().report());
    metrics.count(Trouble.LOST_WRITE);

    // then
    released.countDown();
    flushing.join();
    metrics.flush(true);
    assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum()).isEqualTo(2);
    assertThat(receiver.statistics(MetricName.LOST_WRITES, "chat").sum()).isEqualTo(1);
  }

  @Test
  void losesNothingBetweenThreads() throws InterruptedException {
    // given
    int threads = 8;
    int each = 500;
    RouteReport report = Reports.warm().with(Reports.usage(100, 50, 1));

    // when
    List<Thread> running =
        Stream.generate(
                () ->
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              for (int i = 0; i < each; i++) {
                                metrics.record(report);
                                metrics.flush(i % 50 == 0);
                              }
                            }))
            .limit(threads)
            .toList();
    for (Thread thread : running) {
      thread.join();
    }
    metrics.flush(true);

    // then
    assertThat(receiver.statistics(MetricName.REQUESTS, "chat").sum())
        .isEqualTo((double) threads * each);
    assertThat(receiver.statistics(MetricName.KV_CACHE_HIT_RATE, "chat", "a").average())
        .isEqualTo(50);
  }

  private BufferedRouteMetrics metrics(int maxValues) {
    return new BufferedRouteMetrics(
        new MetricBuffer(SCOPE.endpoint(), maxValues),
        units::get,
        clock,
        new CloudWatchOutlet(
            new Lazily<>(() -> CloudWatchClients.client(AwsAccess.local(receiver.uri()))),
            SCOPE.namespace()));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
