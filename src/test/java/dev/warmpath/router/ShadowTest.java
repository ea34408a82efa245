package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.RecordingMetrics;
import dev.warmpath.testing.RememberingEngine;
import dev.warmpath.testing.WholeAnswers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShadowTest {
  private static final String SYSTEM = "instructions ".repeat(400);
  private static final Target BLUE = Target.ofVariant("endpoint", "blue", 1, true);
  private static final Target GREEN = Target.ofVariant("endpoint", "green", 1, true);

  private final FakeClock clock = new FakeClock();
  private final InMemoryAffinityTable table = new InMemoryAffinityTable(clock);
  private final RecordingMetrics metrics = new RecordingMetrics();
  private final RememberingEngine caches = new RememberingEngine(1_000_000, 10);
  private final List<EngineCall> calls = new ArrayList<>();
  private Target sageMakersChoice = BLUE;

  @Test
  void leavesTheVariantToSageMaker() {
    // when
    RouteReport report = route(router(this::placed), "question").report();

    // then
    assertThat(calls).hasSize(1);
    assertThat(calls.getFirst().target().address()).isEqualTo(new Target.Address.Whole());
    assertThat(calls.getFirst().target().endpoint()).isEqualTo("endpoint");
    assertThat(calls.getFirst().prefixAwareId()).isEmpty();
    assertThat(report.target()).contains(sageMakersChoice);
    assertThat(report.advised()).isPresent();
    assertThat(report.claim()).isEqualTo(ClaimState.NONE);
    assertThat(metrics.reports()).containsExactly(report);
  }

  @Test
  void learnsWhoServedAndNotWhoWasAdvised() {
    // given
    Router router = router(this::placed);
    sageMakersChoice = other(route(router, "question").report().advised().orElseThrow());
    Target served = sageMakersChoice;

    // when
    route(router, "another conversation, which SageMaker sends elsewhere");
    RouteReport next =
        route(router, "another conversation, which SageMaker sends elsewhere").report();

    // then
    assertThat(next.reason()).contains(Reason.WARM);
    assertThat(next.advised()).contains(served);
    assertThat(next.tokens().routed()).isGreaterThan(1000);
    assertThat(row(served).clock()).isPositive();
  }

  @Test
  void predictsOnlyWhatTheEnginesHold() {
    // given
    Router router = router(this::placed);

    // when
    List<RouteReport> reports = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      sageMakersChoice = i % 2 == 0 ? BLUE : GREEN;
      reports.add(route(router, "question " + i / 8).report());
      clock.advance(Duration.ofSeconds(3));
    }

    // then
    assertThat(reports)
        .filteredOn(report -> report.advised().equals(report.target()))
        .hasSizeGreaterThan(5)
        .allSatisfy(
            report ->
                assertThat(report.tokens().routed())
                    .isLessThanOrEqualTo(report.usage().cachedTokens().orElseThrow() + 64));
  }

  @Test
  void leavesNoLoadBehind() {
    // given
    Router router = router(this::placed);

    // when
    for (int i = 0; i < 5; i++) {
      route(router, "question " + i);
    }

    // then
    assertThat(row(BLUE).sequences().values()).containsOnly(0L);
    assertThat(row(BLUE).context().values()).containsOnly(0L);
    assertThat(row(GREEN)).isEqualTo(TargetRow.unknown(GREEN.id()));
  }

  @Test
  void writesNothingWhereSageMakerDoesNotSayWhoServed() {
    // given
    Router router =
        router(
            call ->
                placed(call) instanceof EngineOutcome.Answered answered
                    ? new EngineOutcome.Answered(answered.body(), answered.contentType(), "")
                    : placed(call));

    // when
    RouteOutcome outcome = route(router, "question");

    // then
    assertThat(outcome).isInstanceOf(RouteOutcome.Answered.class);
    assertThat(outcome.report().target()).map(Target::label).contains("endpoint");
    assertThat(table.units().write()).isZero();
  }

  @Test
  void measuresAFailureAsItIs() {
    // given
    Router router =
        router(
            call -> {
              calls.add(call);
              return new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 500, "broken");
            });

    // when
    RouteOutcome outcome = route(router, "question");

    // then
    assertThat(outcome).isInstanceOf(RouteOutcome.Failed.class);
    assertThat(calls).hasSize(1);
    assertThat(table.units().write()).isZero();
  }

  /** An endpoint that chooses by itself and says so. */
  private EngineOutcome placed(EngineCall call) {
    calls.add(call);
    EngineCall placed =
        new EngineCall(
            sageMakersChoice,
            call.body(),
            call.contentType(),
            call.timeout(),
            call.prefixAwareId(),
            call.requestId());
    return caches.invoke(placed) instanceof EngineOutcome.Answered answered
        ? new EngineOutcome.Answered(
            answered.body(), answered.contentType(), sageMakersChoice.label())
        : new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 500, "no answer");
  }

  private static Target other(Target target) {
    return target.equals(BLUE) ? GREEN : BLUE;
  }

  private TargetRow row(Target target) {
    return table.read(
                new TableQuery("", List.of(), List.of(target.id()), List.of(), clock.instant()))
            instanceof TableRead.Rows rows
        ? rows.view().target(target.id())
        : TargetRow.unknown(target.id());
  }

  private RouteOutcome route(Router router, String question) {
    TextBody body = TextBody.of(SYSTEM, question);
    return router.route(
        new RouteRequest(
            "request",
            body.prompt(),
            false,
            body,
            77,
            clock.instant().plusSeconds(60),
            false,
            new WholeAnswers(caches)),
        WholeAnswers.NOBODY);
  }

  private Router router(InferenceEngine engine) {
    return new Router(
        new RouterConfig(
            new PrefixAffinityPolicy(),
            new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10)),
            Duration.ofMillis(500),
            Duration.ofSeconds(55),
            Duration.ofSeconds(55),
            200,
            Serving.EVERYWHERE,
            RoutingMode.SHADOW),
        new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8)),
        new Ports(table, engine, FleetView.fixed(new Fleet(List.of(BLUE, GREEN))), metrics),
        new BackgroundWork(Runnable::run),
        clock.asRouterClock(),
        0);
  }
}
