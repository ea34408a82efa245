package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.TableWrite.BumpGeneration;
import dev.warmpath.routing.Findings.AnchorFinding;
import dev.warmpath.routing.Findings.OwnerFinding;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.RoundRobinPolicy;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Standing;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.RecordingMetrics;
import dev.warmpath.testing.RememberingEngine;
import dev.warmpath.testing.WholeAnswers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExplainTest {
  private static final TextBody BODY = TextBody.of("instructions ".repeat(400), "question");
  private static final Target BLUE = Target.ofVariant("endpoint", "blue", 1, false);
  private static final Target GREEN = Target.ofVariant("other", "green", 1, false);

  private final FakeClock clock = new FakeClock();
  private final MapTable table = new MapTable();
  private final RecordingMetrics metrics = new RecordingMetrics();
  private final RememberingEngine engine = new RememberingEngine(1_000_000, 10);

  @Test
  void namesTheClaimThatARequestWouldMakeAndMakesNone() {
    // given
    Router router = router(Serving.EVERYWHERE);

    // when
    Explanation explanation = router.explain(BODY.prompt(), false);

    // then
    assertThat(explanation.decision())
        .isInstanceOfSatisfying(
            Routed.class,
            routed -> {
              assertThat(routed.reason()).isEqualTo(Reason.NEW);
              assertThat(routed.claim()).isPresent();
              assertThat(routed.candidates()).hasSize(2);
            });
    assertThat(explanation.findings().anchors())
        .isNotEmpty()
        .allSatisfy(anchor -> assertThat(anchor.owners()).isEmpty());
    assertThat(table.claims()).isEmpty();
    assertThat(table.writes()).isEmpty();
    assertThat(metrics.reports()).isEmpty();
    assertThat(engine.prefilledTokens()).isEmpty();
  }

  @Test
  void decidesAsTheRequestAfterItDoes() {
    // given
    Router router = router(Serving.EVERYWHERE);
    Target first = route(router);

    // when
    Explanation explanation = router.explain(BODY.prompt(), false);

    // then
    assertThat(explanation.decision())
        .isInstanceOfSatisfying(
            Routed.class,
            routed -> {
              assertThat(routed.reason()).isEqualTo(Reason.WARM);
              assertThat(routed.target()).isEqualTo(first);
            });
    assertThat(owners(explanation)).extracting(OwnerFinding::standing).containsOnly(Standing.LIVE);
    assertThat(owners(explanation))
        .allSatisfy(owner -> assertThat(owner.owner().target()).isEqualTo(first.id()));
    assertThat(route(router)).isEqualTo(first);
  }

  @Test
  void leavesItsTurnToTheRequestAfterIt() {
    // given: a policy for which every request counts
    Router router = router(Serving.EVERYWHERE, new RoundRobinPolicy());
    Target first = route(router);

    // when
    Explanation explanation = router.explain(BODY.prompt(), false);
    Explanation again = router.explain(BODY.prompt(), false);

    // then
    assertThat(target(explanation)).isEqualTo(target(again)).isNotEqualTo(first);
    assertThat(route(router)).isEqualTo(target(explanation));
  }

  @Test
  void saysWhyAnOwnerDoesNotCount() {
    // given
    Router router = router(Serving.EVERYWHERE);
    Target first = route(router);
    table.write(new BumpGeneration(first.id(), 0));

    // when
    Explanation restarted = router.explain(BODY.prompt(), false);
    clock.advance(Duration.ofHours(2));
    Explanation later = router.explain(BODY.prompt(), false);

    // then
    assertThat(owners(restarted))
        .isNotEmpty()
        .extracting(OwnerFinding::standing)
        .containsOnly(Standing.RESTARTED);
    assertThat(owners(later)).extracting(OwnerFinding::standing).doesNotContain(Standing.LIVE);
  }

  @Test
  void explainsWithoutATable() {
    // given
    table.failReads(Degradation.TIMEOUT);

    // when
    Explanation explanation = router(Serving.EVERYWHERE).explain(BODY.prompt(), false);

    // then
    assertThat(explanation.degradation()).contains(Degradation.TIMEOUT);
    assertThat(explanation.decision())
        .isInstanceOfSatisfying(
            Routed.class, routed -> assertThat(routed.reason()).isEqualTo(Reason.FALLBACK));
  }

  @Test
  void aModelGoesOnlyWhereItIsServed() {
    // given
    Serving serving =
        new Serving(
            Map.of(
                "default", Set.of("other"),
                "single", Set.of("endpoint/blue"),
                "nowhere", Set.of("elsewhere")));
    Router router = router(serving);

    // when, then
    assertThat(route(router)).isEqualTo(GREEN);
    assertThat(target(router.explain(of("single"), false))).isEqualTo(BLUE);
    assertThat(router.explain(of("nowhere"), false).decision()).isEqualTo(new NoTarget());
  }

  @Test
  void whatIsPlacedByLoadHasNoAnchorButALength() {
    // when
    Explanation explanation = router(Serving.EVERYWHERE).explain(BODY.prompt(), true);

    // then
    assertThat(explanation.findings().anchors()).isEmpty();
    assertThat(explanation.promptTokens()).isGreaterThan(1000);
    assertThat(explanation.decision())
        .isInstanceOfSatisfying(
            Routed.class,
            routed -> {
              assertThat(routed.reason()).isEqualTo(Reason.LOAD);
              assertThat(routed.claim()).isEmpty();
            });
  }

  private static Prompt of(String model) {
    return new Prompt(Scope.ofModel(model), BODY.prompt().segments(), "");
  }

  private static Target target(Explanation explanation) {
    assertThat(explanation.decision()).isInstanceOf(Routed.class);
    return explanation.decision() instanceof Routed routed ? routed.target() : BLUE;
  }

  private static List<OwnerFinding> owners(Explanation explanation) {
    return explanation.findings().anchors().stream()
        .map(AnchorFinding::owners)
        .flatMap(List::stream)
        .toList();
  }

  private Target route(Router router) {
    return router
        .route(
            new RouteRequest(
                "request",
                BODY.prompt(),
                false,
                BODY,
                77,
                clock.instant().plusSeconds(60),
                false,
                new WholeAnswers(engine)),
            WholeAnswers.NOBODY)
        .report()
        .target()
        .orElseThrow();
  }

  private Router router(Serving serving) {
    return router(serving, new PrefixAffinityPolicy());
  }

  private Router router(Serving serving, RoutingPolicy policy) {
    return new Router(
        new RouterConfig(
            policy,
            new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10)),
            Duration.ofMillis(500),
            Duration.ofSeconds(55),
            Duration.ofSeconds(55),
            200,
            serving,
            RoutingMode.ROUTE),
        new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8)),
        new Ports(table, engine, FleetView.fixed(new Fleet(List.of(BLUE, GREEN))), metrics),
        new BackgroundWork(Runnable::run),
        clock.asRouterClock(),
        0);
  }
}
