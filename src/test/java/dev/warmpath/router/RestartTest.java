package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.routing.CacheTruth;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Learned;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.RememberingEngine;
import dev.warmpath.testing.WholeAnswers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whether an engine that began anew is found out, and one that did not is left alone. */
final class RestartTest {
  private static final PrefixHasher HASHER =
      new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8));
  private static final Target TARGET = Target.ofVariant("endpoint", "blue", 1, false);
  private static final String SYSTEM = "shared instructions ".repeat(100);

  private final FakeClock clock = new FakeClock();
  private final MapTable table = new MapTable();
  private final RememberingEngine engine = new RememberingEngine(1_000_000, 10);
  private final List<List<String>> conversations = new ArrayList<>();

  @Test
  void aRestartIsNoticedWithinAHandfulOfRequests() {
    // given
    Router router = router(engine);
    converse(router, 12, i -> "instructions number " + i + " ".repeat(4000));

    // when
    engine.forget(TARGET.id());
    int requests = requestsUntilBump(router);

    // then
    assertThat(requests).isEqualTo((int) CacheTruth.RESTART_CLAIMS);
    RouteReport next = turn(router, conversations.getLast());
    assertThat(next.tokens().routed()).isZero();
    assertThat(table.target(TARGET.id()).learned().coldClaims()).isZero();
  }

  @Test
  void aRestartIsNoticedAlthoughAllConversationsBeginAlike() {
    // given
    Router router = router(engine);
    converse(router, 12, i -> SYSTEM);

    // when
    engine.forget(TARGET.id());
    // Newcomers find what the first of them has computed anew, which proves nothing.
    conversations.add(1, new ArrayList<>(List.of(SYSTEM)));
    conversations.add(3, new ArrayList<>(List.of(SYSTEM)));

    // then
    assertThat(requestsUntilBump(router)).isBetween((int) CacheTruth.RESTART_CLAIMS, 8);
  }

  @Test
  void afterARestartThatWasNoticedAllIsRelearnedAndNothingIsBumpedAgain() {
    // given
    Router router = router(engine);
    converse(router, 12, i -> "instructions number " + i + " ".repeat(4000));
    engine.forget(TARGET.id());
    requestsUntilBump(router);

    // when
    List<RouteReport> reports = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      conversations.forEach(c -> reports.add(turn(router, c)));
    }

    // then
    assertThat(table.target(TARGET.id()).generation()).isEqualTo(1);
    assertThat(reports.subList(12, 60)).allMatch(r -> r.tokens().routed() > 1000);
  }

  @Test
  void aBurstOfSiblingsOfARunningPrefillProvesNothing() {
    // given
    List<String> prompt = List.of(SYSTEM, "question ".repeat(300));
    InferenceEngine slow = call -> cold(call);

    // when
    burst(prompt, slow);

    // then
    assertThat(table.writes(TableWrite.EndWork.class)).hasSize(101);
    assertThat(table.writes(TableWrite.SpendClaim.class)).isEmpty();
    assertNothingLearned();
  }

  @Test
  void aBurstOfSiblingsOfOneEvictedConversationCountsOnce() {
    // given
    converse(router(engine), 1, i -> SYSTEM);
    List<String> prompt = new ArrayList<>(conversations.getFirst());
    prompt.add("another question");

    // when
    burst(prompt, call -> cold(call));

    // then
    assertThat(table.target(TARGET.id()).generation()).isZero();
    assertThat(table.target(TARGET.id()).learned().coldClaims()).isEqualTo(1);
  }

  @Test
  void aFullCacheExplainsWhatIsCold() {
    // given
    Router router = router(engine);
    converse(router, 12, i -> "instructions number " + i + " ".repeat(4000));
    TargetRow row = table.target(TARGET.id());
    table.put(
        new TargetRow(
            TARGET.id(),
            row.clock(),
            row.generation(),
            row.prefill(),
            row.sequences(),
            Map.of(TargetRow.sequenceBucket(clock.instant()), 900_000L),
            row.inserted(),
            false));

    // when
    engine.forget(TARGET.id());
    conversations.forEach(c -> turn(router, c));

    // then
    assertNothingLearned();
  }

  @Test
  void anEngineThatReportsNoCachedTokensEverIsNotTakenForRestarted() {
    // when
    converse(router(call -> cold(call)), 12, i -> "instructions " + i + " ".repeat(4000));

    // then
    assertNothingLearned();
  }

  @Test
  void aWarmClaimFromBeforeTheColdOnesClearsTheCount() {
    // given
    Router router = router(engine);
    converse(router, 12, i -> "instructions number " + i + " ".repeat(4000));
    TargetRow row = table.target(TARGET.id());
    // The cold claims were counted long after this conversation was last used.
    table.put(row.with(new Learned(0, 0, 3, row.clock() + 100_000)));

    // when
    turn(router, conversations.getFirst());

    // then
    assertThat(table.target(TARGET.id()).learned().coldClaims()).isZero();
    assertThat(table.target(TARGET.id()).generation()).isZero();
  }

  private void assertNothingLearned() {
    assertThat(table.target(TARGET.id()).generation()).isZero();
    assertThat(table.target(TARGET.id()).learned()).isEqualTo(Learned.NOTHING);
    assertThat(table.writes(TableWrite.BumpGeneration.class)).isEmpty();
  }

  private int requestsUntilBump(Router router) {
    int requests = 0;
    while (table.target(TARGET.id()).generation() == 0 && requests < conversations.size()) {
      turn(router, conversations.get(requests++));
    }
    return requests;
  }

  /** A call during which a hundred others with the same prompt start and end. */
  private void burst(List<String> prompt, InferenceEngine answering) {
    List<EngineCall> calls = new ArrayList<>();
    Router inner = router(answering);
    Router outer =
        router(
            call -> {
              if (calls.isEmpty()) {
                calls.add(call);
                IntStream.range(0, 100).forEach(i -> route(inner, prompt));
              }
              return answering.invoke(call);
            });
    route(outer, prompt);
  }

  private void converse(Router router, int count, IntFunction<String> system) {
    for (int i = 0; i < count; i++) {
      conversations.add(new ArrayList<>(List.of(system.apply(i))));
    }
    for (int turn = 0; turn < 3; turn++) {
      conversations.forEach(c -> turn(router, c));
    }
  }

  private RouteReport turn(Router router, List<String> conversation) {
    String name = conversations.indexOf(conversation) + "/" + conversation.size();
    conversation.add(("question " + name + " ").repeat(100));
    RouteReport report = route(router, conversation);
    conversation.add(("answer " + name + " ").repeat(100));
    clock.advance(Duration.ofSeconds(1));
    return report;
  }

  private RouteReport route(Router router, List<String> texts) {
    TextBody body = new TextBody(List.copyOf(texts));
    return router
        .route(
            new RouteRequest(
                "request",
                body.prompt(),
                false,
                body,
                10,
                clock.instant().plusSeconds(60),
                false,
                new WholeAnswers(engine)),
            WholeAnswers.NOBODY)
        .report();
  }

  private static EngineOutcome cold(EngineCall call) {
    String answer = call.body().length / RememberingEngine.BYTES_PER_TOKEN + " 0 10";
    return new EngineOutcome.Answered(answer.getBytes(StandardCharsets.UTF_8), "text/plain", "");
  }

  private Router router(InferenceEngine answering) {
    return new Router(
        new RouterConfig(
            new PrefixAffinityPolicy(),
            new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10)),
            Duration.ofMillis(500),
            Duration.ofSeconds(55),
            Duration.ofSeconds(55),
            200,
            Serving.EVERYWHERE,
            RoutingMode.ROUTE),
        HASHER,
        new Ports(table, answering, FleetView.fixed(new Fleet(List.of(TARGET))), RouteMetrics.NONE),
        new BackgroundWork(Runnable::run),
        clock.asRouterClock(),
        0);
  }
}
