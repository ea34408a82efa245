package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.RoutingDecision.Reason;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RouteMeasurementsTest {

  @Test
  void whatNoCacheCanHelpCountsItsTokensButInNoRate() {
    Usage usage = new Usage(OptionalLong.of(900), OptionalLong.empty(), OptionalLong.empty());

    List<MetricName> names =
        RouteMeasurements.of(Reports.warm().with(new Tokens(1000, 0, 0, false, false), usage))
            .stream()
            .map(Measurement::metric)
            .toList();

    assertThat(names)
        .contains(MetricName.PROMPT_TOKENS)
        .doesNotContain(
            MetricName.PREDICTED_HIT_RATE,
            MetricName.ROUTED_HIT_RATE,
            MetricName.AVAILABLE_HIT_RATE,
            MetricName.KV_CACHE_HIT_RATE);
  }

  @Test
  void weighsHitRateByPromptTokens() {
    // when
    Map<MetricName, Measurement> measured =
        measure(Reports.warm().with(Reports.usage(2000, 1500, 40)));

    // then
    assertThat(measured)
        .containsEntry(
            MetricName.KV_CACHE_HIT_RATE, new Measurement(MetricName.KV_CACHE_HIT_RATE, 75, 2000))
        .containsEntry(MetricName.CACHED_TOKENS, Measurement.count(MetricName.CACHED_TOKENS, 1500))
        .containsEntry(MetricName.PROMPT_TOKENS, Measurement.count(MetricName.PROMPT_TOKENS, 2000))
        .containsEntry(MetricName.OUTPUT_TOKENS, Measurement.count(MetricName.OUTPUT_TOKENS, 40))
        .doesNotContainKey(MetricName.PREDICTED_HIT_RATE);
  }

  @Test
  void scalesEstimatesToWhatEngineCounted() {
    // when
    Map<MetricName, Measurement> measured =
        measure(Reports.warm().with(Reports.usage(2000, 1500, 40)));

    // then
    assertThat(measured)
        .containsEntry(MetricName.ROUTED_TOKENS, Measurement.count(MetricName.ROUTED_TOKENS, 1600))
        .containsEntry(
            MetricName.AVAILABLE_TOKENS, Measurement.count(MetricName.AVAILABLE_TOKENS, 1800))
        .containsEntry(
            MetricName.ROUTED_HIT_RATE, new Measurement(MetricName.ROUTED_HIT_RATE, 80, 2000))
        .containsEntry(
            MetricName.AVAILABLE_HIT_RATE,
            new Measurement(MetricName.AVAILABLE_HIT_RATE, 90, 2000));
  }

  @Test
  void predictsWhereEngineDoesNotReport() {
    // when
    Map<MetricName, Measurement> measured =
        measure(
            Reports.warm()
                .with(new Usage(OptionalLong.of(500), OptionalLong.empty(), OptionalLong.empty())));

    // then
    assertThat(measured)
        .containsEntry(
            MetricName.PREDICTED_HIT_RATE, new Measurement(MetricName.PREDICTED_HIT_RATE, 80, 500))
        .doesNotContainKeys(
            MetricName.KV_CACHE_HIT_RATE, MetricName.CACHED_TOKENS, MetricName.OUTPUT_TOKENS);
  }

  @Test
  void countsReportedZeroAsMiss() {
    // when
    Map<MetricName, Measurement> measured = measure(Reports.warm().with(Reports.usage(100, 0, 1)));

    // then
    assertThat(measured)
        .containsEntry(
            MetricName.KV_CACHE_HIT_RATE, new Measurement(MetricName.KV_CACHE_HIT_RATE, 0, 100));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void keepsRatesBetweenZeroAndHundred(long seed) {
    // given
    Random random = new Random(seed);
    long estimated = random.nextLong(5000);
    Tokens tokens =
        new Tokens(
            estimated, random.nextLong(6000), random.nextLong(6000), random.nextBoolean(), true);
    long prompt = 1 + random.nextLong(5000);
    Usage usage = Reports.usage(prompt, random.nextLong(prompt + 1), random.nextLong(100));

    // when
    Map<MetricName, Measurement> measured =
        measure(Reports.warm().with(tokens, random.nextBoolean() ? usage : Usage.UNKNOWN));

    // then
    List<Measurement> rates =
        measured.values().stream().filter(m -> m.metric().unit().equals("Percent")).toList();
    assertThat(rates).allSatisfy(m -> assertThat(m.value()).isBetween(0.0, 100.0));
    assertThat(rates).allSatisfy(m -> assertThat(m.weight()).isPositive());
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @Test
  void measuresNoTokensOfFailedRequest() {
    // when
    Map<MetricName, Measurement> measured =
        measure(Reports.warm().with(EngineOutcome.Kind.TIMEOUT));

    // then
    assertThat(measured.keySet())
        .containsExactlyInAnyOrder(
            MetricName.REQUESTS,
            MetricName.ENGINE_TIMEOUTS,
            MetricName.DECISION_WARM,
            MetricName.ROUTING_OVERHEAD,
            MetricName.ENGINE_TIME);
  }

  @Test
  void countsStreamThatBrokeAfterItsFirstToken() {
    // given
    Duration firstToken = Duration.ofMillis(40);

    // then
    assertThat(
            measure(Reports.warm().streamed(firstToken, Optional.of(EngineOutcome.Kind.FAULT)))
                .keySet())
        .contains(MetricName.BROKEN_STREAMS, MetricName.ENGINE_FAULTS);
    assertThat(measure(Reports.warm().streamed(firstToken, Optional.empty())))
        .containsEntry(
            MetricName.TIME_TO_FIRST_TOKEN, Measurement.of(MetricName.TIME_TO_FIRST_TOKEN, 40))
        .doesNotContainKey(MetricName.BROKEN_STREAMS);
    assertThat(measure(Reports.warm().with(EngineOutcome.Kind.FAULT)))
        .doesNotContainKey(MetricName.BROKEN_STREAMS);
  }

  @Test
  void measuresRequestWithoutTarget() {
    assertThat(measure(Reports.withoutTarget()).keySet())
        .containsExactlyInAnyOrder(
            MetricName.REQUESTS, MetricName.NO_TARGET, MetricName.ROUTING_OVERHEAD);
  }

  @Test
  void measuresRequestThatWasTurnedAway() {
    assertThat(measure(Reports.shed()).keySet())
        .containsExactlyInAnyOrder(
            MetricName.REQUESTS, MetricName.SHED, MetricName.ROUTING_OVERHEAD);
  }

  @Test
  void measuresPromptWithoutTokens() {
    // when
    Map<MetricName, Measurement> measured =
        measure(Reports.warm().with(new Tokens(0, 0, 0, false, true)));

    // then
    assertThat(measured)
        .containsKeys(MetricName.ANSWERED, MetricName.UNKEYED_REQUESTS)
        .doesNotContainKeys(
            MetricName.PROMPT_TOKENS, MetricName.ROUTED_HIT_RATE, MetricName.PREDICTED_HIT_RATE);
  }

  @Test
  void roundsTimesToTheirSteps() {
    // when
    Map<MetricName, Measurement> measured = measure(Reports.warm().report());

    // then
    assertThat(measured)
        .hasEntrySatisfying(
            MetricName.ROUTING_OVERHEAD, m -> assertThat(m.value()).isCloseTo(1.23, within(1e-9)))
        .hasEntrySatisfying(MetricName.ENGINE_TIME, m -> assertThat(m.value()).isEqualTo(250));
  }

  @Test
  void comparesBusiestCandidateWithMean() {
    // given
    RouteReport report =
        Reports.warm()
            .with(
                List.of(
                    Reports.candidate("a", 100, 200),
                    Reports.candidate("b", 0, 100),
                    Reports.candidate("c", 0, 200)));

    // then
    assertThat(measure(report).get(MetricName.LOAD_SKEW))
        .isEqualTo(Measurement.of(MetricName.LOAD_SKEW, 1.5));
  }

  @Test
  void findsNoSkewInIdleOrSingleTarget() {
    assertThat(
            measure(
                Reports.warm()
                    .with(List.of(Reports.candidate("a", 0, 0), Reports.candidate("b", 0, 0)))))
        .doesNotContainKey(MetricName.LOAD_SKEW);
    assertThat(measure(Reports.warm().with(List.of(Reports.candidate("a", 9, 9)))))
        .doesNotContainKey(MetricName.LOAD_SKEW);
  }

  @Test
  void namesEachDecisionOnce() {
    Set<MetricName> seen = EnumSet.noneOf(MetricName.class);
    for (Reason reason : Reason.values()) {
      seen.addAll(named("DECISION_", measure(Reports.warm().with(reason)).keySet()));
    }
    assertThat(seen).hasSize(Reason.values().length);
  }

  @Test
  void namesEachFailureOnce() {
    Set<MetricName> seen = EnumSet.noneOf(MetricName.class);
    for (EngineOutcome.Kind kind : EngineOutcome.Kind.values()) {
      Set<MetricName> measured = measure(Reports.warm().with(kind)).keySet();
      assertThat(measured).doesNotContain(MetricName.ANSWERED);
      seen.addAll(measured);
    }
    assertThat(seen)
        .contains(
            MetricName.ENGINE_BACKPRESSURE,
            MetricName.ENGINE_FAULTS,
            MetricName.ENGINE_TIMEOUTS,
            MetricName.CALLER_ERRORS,
            MetricName.MISCONFIGURED);
  }

  @ParameterizedTest
  @EnumSource
  void countsDegradedLookupOnceInAllAndOnceByReason(Degradation reason) {
    // when
    Set<MetricName> measured = measure(Reports.warm().with(reason)).keySet();

    // then
    assertThat(named("DEGRADED_", measured))
        .containsExactlyInAnyOrder(
            MetricName.DEGRADED_LOOKUPS, MetricName.valueOf("DEGRADED_" + reason.name()));
  }

  @Test
  void countsClaimsByWhatCameOfThem() {
    assertThat(named("CLAIMS_", measure(Reports.warm().with(ClaimState.NONE)).keySet())).isEmpty();
    for (ClaimState state : List.of(ClaimState.WON, ClaimState.LOST, ClaimState.UNKNOWN)) {
      assertThat(named("CLAIMS_", measure(Reports.warm().with(state)).keySet()))
          .containsExactly(MetricName.valueOf("CLAIMS_" + state.name()));
    }
  }

  @Test
  void namesEachTroubleOnce() {
    assertThat(Arrays.stream(Trouble.values()).map(t -> RouteMeasurements.of(t).metric()))
        .doesNotHaveDuplicates()
        .hasSize(Trouble.values().length);
  }

  @Test
  void publishesEachMetricUnderNameOfItsOwn() {
    assertThat(Arrays.stream(MetricName.values()).map(MetricName::published))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[A-Z][A-Za-z]+"));
  }

  @Test
  void reportsWhatTableConsumedInBetween() {
    assertThat(RouteMeasurements.of(new TableUnits(1, 2), new TableUnits(3.5, 2)))
        .containsExactly(Measurement.of(MetricName.TABLE_READ_UNITS, 2.5));
    assertThat(RouteMeasurements.of(new TableUnits(1, 2), new TableUnits(1, 5)))
        .containsExactly(Measurement.of(MetricName.TABLE_WRITE_UNITS, 3));
  }

  private static Set<MetricName> named(String prefix, Set<MetricName> metrics) {
    return metrics.stream().filter(m -> m.name().startsWith(prefix)).collect(Collectors.toSet());
  }

  private static Map<MetricName, Measurement> measure(RouteReport report) {
    return RouteMeasurements.of(report).stream()
        .collect(Collectors.toMap(Measurement::metric, m -> m));
  }
}
