package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefillWork;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.Rendezvous;
import dev.warmpath.routing.RoundRobinPolicy;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.SheddingPolicy;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetLoad;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.RecordingMetrics;
import dev.warmpath.testing.RememberingEngine;
import dev.warmpath.testing.WholeAnswers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RouterTest {
  private static final PrefixHasher HASHER =
      new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8));
  private static final String SYSTEM = "instructions ".repeat(400);
  private static final Duration LONGEST = Duration.ofSeconds(55);
  private static final Duration MARGIN = Duration.ofMillis(500);

  private final FakeClock clock = new FakeClock();
  private final MapTable table = new MapTable();
  private final RecordingMetrics metrics = new RecordingMetrics();
  private final RememberingEngine engine = new RememberingEngine(1_000_000, 10);
  private final List<EngineCall> calls = new ArrayList<>();
  private Fleet fleet = fleet(4, false);

  @Test
  void readsOncePerRequestAndClaimsOnlyWhatIsNew() {
    // given
    Router router = router(engine);

    // when
    RouteReport first = route(router, SYSTEM, "question").report();
    RouteReport second = route(router, SYSTEM, "question").report();

    // then
    assertThat(first.reason()).contains(Reason.NEW);
    assertThat(first.claim()).isEqualTo(ClaimState.WON);
    assertThat(second.reason()).contains(Reason.WARM);
    assertThat(second.claim()).isEqualTo(ClaimState.NONE);
    assertThat(second.target()).isEqualTo(first.target());
    assertThat(table.reads()).hasSize(2);
    assertThat(table.claims()).hasSize(1);
    assertThat(second.usage().cachedTokens().orElse(0)).isGreaterThan(1000);
    assertThat(metrics.reports()).containsExactly(first, second);
  }

  @Test
  void aLostClaimFollowsTheWinnerAndIsNotClaimedAgain() {
    // given
    String text = "x".repeat(700);
    var chain = HASHER.chain(TextBody.of(text, "question").prompt());
    var anchor = chain.anchors().getFirst();
    for (Target winner : fleet.targets()) {
      MapTable contested = new MapTable();
      contested.letRivalClaim(
          new PrefixRow(
              anchor.hash(),
              anchor.depthBytes(),
              1,
              List.of(new Owner(winner.id(), 0, 0, FakeClock.START, Optional.empty(), false)),
              FakeClock.START.plusSeconds(600)));

      // when
      RouteReport report = route(router(contested, engine), text, "question").report();

      // then
      assertThat(report.claim()).isEqualTo(ClaimState.LOST);
      assertThat(report.target()).contains(winner);
      assertThat(report.reason()).contains(Reason.WARM);
      assertThat(contested.claims()).hasSize(1);
      assertThat(contested.reads()).hasSize(1);
    }
  }

  @Test
  void anUnansweredClaimIsServedAndReported() {
    table.failClaims(Degradation.THROTTLED);

    RouteOutcome outcome = route(router(engine), SYSTEM, "question");

    assertThat(outcome).isInstanceOf(RouteOutcome.Answered.class);
    assertThat(outcome.report().claim()).isEqualTo(ClaimState.UNKNOWN);
    assertThat(outcome.report().degradation()).contains(Degradation.THROTTLED);
  }

  @Test
  void withoutATableEveryRouterTakesTheSameRendezvousTarget() {
    // given
    table.failReads(Degradation.TIMEOUT);
    TextBody body = TextBody.of(SYSTEM, "question");
    Target preferred =
        Rendezvous.preferred(HASHER.chain(body.prompt()).family(), fleet.targets(), 1).getFirst();

    // when
    RouteOutcome outcome = route(router(engine), SYSTEM, "question");

    // then
    assertThat(outcome).isInstanceOf(RouteOutcome.Answered.class);
    assertThat(outcome.report().target()).contains(preferred);
    assertThat(outcome.report().reason()).contains(Reason.FALLBACK);
    assertThat(outcome.report().degradation()).contains(Degradation.TIMEOUT);
    assertThat(table.claims()).isEmpty();
    assertThat(table.writes(TableWrite.RecordOwner.class)).isEmpty();
  }

  @Test
  void everyWriteThatIsLostIsCounted() {
    table.failWrites(Degradation.FAILED);

    RouteOutcome outcome = route(router(engine), SYSTEM, "question");

    assertThat(outcome).isInstanceOf(RouteOutcome.Answered.class);
    assertThat(table.writes()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(metrics.troubles()).hasSameSizeAs(table.writes()).containsOnly(Trouble.LOST_WRITE);
  }

  @Test
  void workIsOpenWhileTheEngineRunsAndClosedAfterwards() {
    // given
    List<TargetLoad> during = new ArrayList<>();
    InferenceEngine watched =
        call -> {
          during.add(load(call.target().id()));
          return engine.invoke(call);
        };

    // when
    RouteReport report = route(router(watched), SYSTEM, "question").report();

    // then
    TargetId target = report.target().orElseThrow().id();
    assertThat(during).hasSize(1);
    assertThat(during.getFirst().sequences()).isEqualTo(1);
    assertThat(during.getFirst().queuedPrefillTokens())
        .isEqualTo((double) PrefillWork.tokens(0, report.tokens().prompt()));
    assertThat(during.getFirst().contextTokens()).isEqualTo(report.tokens().prompt() + 77);
    assertThat(load(target).sequences()).isZero();
    assertThat(load(target).contextTokens()).isZero();
    long prompt = report.usage().promptTokens().orElseThrow();
    assertThat(table.target(target).clock()).isEqualTo(prompt + 10);
  }

  @Test
  void cachedInstructionsArePinnedOnceByAllWhoShareThem() {
    // given
    Router router = router(engine);

    // when
    route(router, SYSTEM, "question");
    RouteReport second = route(router, SYSTEM, "another question").report();

    // then
    List<TableWrite.StartWork> starts = table.writes(TableWrite.StartWork.class);
    long prompt = second.tokens().prompt();
    assertThat(second.tokens().routed()).isGreaterThan(prompt / 2);
    assertThat(starts.getFirst().work().contextTokens()).isGreaterThan(prompt / 2 + 77);
    assertThat(starts.getLast().work().contextTokens()).isLessThan(prompt / 2 + 77);
  }

  @Test
  void aRequestWithoutALimitIsAssumedToHaveOne() {
    TextBody body = TextBody.of(SYSTEM, "question");

    router(engine).route(request(body, 0, Duration.ofSeconds(60)), WholeAnswers.NOBODY);

    assertThat(table.writes(TableWrite.StartWork.class))
        .allSatisfy(w -> assertThat(w.work().contextTokens()).isGreaterThan(1000 + 200));
  }

  @Test
  void aFailedCallClosesItsWorkAndOwnsNothingMore() {
    // given
    EngineOutcome.Failed failure =
        new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 500, "the container crashed");

    // when
    RouteOutcome outcome = route(router(call -> failure), SYSTEM, "question");

    // then
    TargetId target = outcome.report().target().orElseThrow().id();
    assertThat(outcome)
        .isEqualTo(new RouteOutcome.Failed(failure, Duration.ofSeconds(1), outcome.report()));
    assertThat(outcome.report().failure()).contains(EngineOutcome.Kind.FAULT);
    assertThat(outcome.report().usage()).isEqualTo(Usage.UNKNOWN);
    assertThat(load(target).sequences()).isZero();
    assertThat(load(target).contextTokens()).isZero();
    assertThat(table.target(target).clock()).isZero();
    assertThat(table.writes(TableWrite.RecordOwner.class)).isEmpty();
  }

  @Test
  void aTargetThatFailsBeforeItsAnswerIsFollowedByTheNextBest() {
    // given
    Set<TargetId> broken = ConcurrentHashMap.newKeySet();
    InferenceEngine oneBroken =
        call -> {
          if (broken.isEmpty() || broken.contains(call.target().id())) {
            broken.add(call.target().id());
            return new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 500, "crashed");
          }
          return engine.invoke(call);
        };

    // when
    RouteOutcome outcome = route(router(oneBroken), SYSTEM, "question");

    // then
    assertThat(outcome).isInstanceOf(RouteOutcome.Answered.class);
    assertThat(outcome.report().failovers()).isEqualTo(1);
    assertThat(calls).extracting(EngineCall::target).doesNotHaveDuplicates().hasSize(2);
    TargetId failed = calls.getFirst().target().id();
    assertThat(load(failed)).isEqualTo(new TargetLoad(0, 0, 0));
    assertThat(load(calls.getLast().target().id()).sequences()).isZero();
  }

  @Test
  void whatWasComputedLeavesTheQueueByTimeAndNotASecondTime() {
    // given
    TargetId target =
        route(router(engine), SYSTEM, "question").report().target().orElseThrow().id();
    double queued = load(target).queuedPrefillTokens();

    // then
    assertThat(queued).isPositive();
    clock.advance(Duration.ofSeconds(30));
    assertThat(load(target).queuedPrefillTokens()).isZero();
  }

  @Test
  void atMostTwoFailoversAreMadeAndNoTargetIsAskedTwice() {
    // given
    EngineOutcome.Failed busy =
        new EngineOutcome.Failed(EngineOutcome.Kind.BACKPRESSURE, 503, "busy");

    // when
    RouteOutcome outcome = route(router(call -> busy), SYSTEM, "question");

    // then
    assertThat(outcome).isInstanceOf(RouteOutcome.Failed.class);
    assertThat(calls).extracting(EngineCall::target).doesNotHaveDuplicates().hasSize(3);
  }

  @Test
  void whereEveryOtherTargetIsFullTheCallerIsToldAtOnce() {
    // given
    EngineOutcome.Failed full =
        new EngineOutcome.Failed(EngineOutcome.Kind.BACKPRESSURE, 429, "full");
    Instant spared = clock.instant().plusSeconds(2);
    Health busy = new Health(0, Instant.EPOCH, Instant.EPOCH, spared);
    fleet.targets().forEach(t -> table.put(TargetRow.unknown(t.id()).with(busy)));

    // when
    RouteOutcome outcome = route(router(call -> full), SYSTEM, "question");

    // then
    assertThat(outcome)
        .isEqualTo(new RouteOutcome.Failed(full, Duration.ofSeconds(2), outcome.report()));
    assertThat(calls).hasSize(1);
  }

  /** A prompt that was answered before or a new one, and when the others asked to be spared. */
  @ParameterizedTest
  @CsvSource({"true, 0, 1", "true, 9, 1", "true, 11, 2", "false, 0, 2", "false, 9, 2"})
  void noConversationIsComputedAnewWhereAllWereFullAMomentAgo(
      boolean warm, int secondsAgo, int tried) {
    // given
    EngineOutcome.Failed full =
        new EngineOutcome.Failed(EngineOutcome.Kind.BACKPRESSURE, 429, "full");
    fleet = fleet(2, false);
    if (warm) {
      route(router(engine), SYSTEM, "question");
      clock.advance(Duration.ofMinutes(1));
      calls.clear();
    }
    Instant spared = clock.instant().minusSeconds(secondsAgo);
    Health relieved = new Health(0, Instant.EPOCH, Instant.EPOCH, spared);
    fleet.targets().forEach(t -> table.put(table.target(t.id()).with(relieved)));

    // when
    RouteOutcome outcome = route(router(call -> full), SYSTEM, "question");

    // then
    assertThat(outcome).isInstanceOf(RouteOutcome.Failed.class);
    assertThat(calls).hasSize(tried);
  }

  @Test
  void aFullTargetIsFollowedByTheNextWhileTheTableIsAway() {
    table.failReads(Degradation.TIMEOUT);

    route(router(call -> busy(Duration.ofSeconds(7))), SYSTEM, "question");

    assertThat(calls).hasSize(3);
  }

  @Test
  void whatTheCallerDidWrongIsNotTriedElsewhere() {
    // given
    EngineOutcome.Failed refused =
        new EngineOutcome.Failed(EngineOutcome.Kind.CALLER, 400, "too long");

    // when
    RouteOutcome outcome = route(router(call -> refused), SYSTEM, "question");

    // then
    assertThat(outcome)
        .isEqualTo(new RouteOutcome.Failed(refused, Duration.ofSeconds(1), outcome.report()));
    assertThat(calls).hasSize(1);
  }

  @Test
  void aFleetThatFailsAsAWholeIsNotGivenItsLoadTwice() {
    // given
    EngineOutcome.Failed crashed =
        new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 500, "crashed");
    Router router = router(call -> crashed);

    // when
    for (int i = 0; i < 200; i++) {
      route(router, SYSTEM, "question " + i);
    }

    // then
    assertThat(calls).hasSizeBetween(200, 200 + 20 + 10);
  }

  @Test
  void eachKindOfFailureSaysSomethingElseAboutTheTarget() {
    assertThat(endingOf(EngineOutcome.Kind.BACKPRESSURE))
        .isEqualTo(new Ending.Busy(Duration.ofSeconds(1)));
    assertThat(endingOf(EngineOutcome.Kind.FAULT)).isEqualTo(new Ending.Fault());
    assertThat(endingOf(EngineOutcome.Kind.MISCONFIGURED)).isEqualTo(new Ending.Fault());
    assertThat(endingOf(EngineOutcome.Kind.TIMEOUT)).isEqualTo(new Ending.Fault());
    assertThat(endingOf(EngineOutcome.Kind.CALLER)).isEqualTo(new Ending.Neutral());
  }

  @Test
  void aTimeoutThatTheKnownQueueExplainsIsNoFault() {
    // given
    fleet = fleet(1, false);
    long second = TargetRow.prefillBucket(clock.instant());

    // then
    // The call may take 55 s, at 10,000 tokens of prefill a second.
    for (long tokens : new long[] {275_000, 274_999}) {
      Map<Long, Long> queue = Map.of(second, tokens);
      table.put(
          new TargetRow(
              fleet.targets().getFirst().id(), 0, 0, queue, Map.of(), Map.of(), Map.of(), false));
      assertThat(endingOf(EngineOutcome.Kind.TIMEOUT))
          .isEqualTo(
              tokens == 275_000 ? new Ending.Busy(Duration.ofMillis(27_500)) : new Ending.Fault());
    }
  }

  @Test
  void aBusyTargetIsSparedForAsLongAsSageMakerSays() {
    // given
    fleet = fleet(1, false);

    // when
    RouteOutcome outcome = route(router(call -> busy(Duration.ofSeconds(7))), SYSTEM, "question");

    // then
    assertThat(table.writes(TableWrite.EndWork.class).getLast().ending())
        .isEqualTo(new Ending.Busy(Duration.ofSeconds(7)));
    assertThat(outcome)
        .isEqualTo(
            new RouteOutcome.Failed(
                busy(Duration.ofSeconds(7)), Duration.ofSeconds(7), outcome.report()));
  }

  @Test
  void aBusyTargetThatDoesNotSayForHowLongIsSparedWhileItsKnownQueueLasts() {
    // given
    fleet = fleet(2, false);
    queue(0, 200_000);
    queue(1, 90_000);

    // when
    RouteOutcome outcome =
        route(
            router(call -> new EngineOutcome.Failed(EngineOutcome.Kind.BACKPRESSURE, 503, "full")),
            SYSTEM,
            "question");

    // then: 10,000 tokens of prefill a second; the caller waits for the least loaded target
    assertThat(table.writes(TableWrite.EndWork.class))
        .extracting(TableWrite.EndWork::ending)
        .containsExactly(
            new Ending.Busy(Duration.ofSeconds(9)), new Ending.Busy(Duration.ofSeconds(20)));
    assertThat(outcome).isInstanceOf(RouteOutcome.Failed.class);
    assertThat(((RouteOutcome.Failed) outcome).retryAfter()).isEqualTo(Duration.ofSeconds(9));
  }

  private void queue(int target, long prefillTokens) {
    table.put(
        new TargetRow(
            fleet.targets().get(target).id(),
            0,
            0,
            Map.of(TargetRow.prefillBucket(clock.instant()), prefillTokens),
            Map.of(),
            Map.of(),
            Map.of(),
            false));
  }

  private static EngineOutcome.Failed busy(Duration retryAfter) {
    return new EngineOutcome.Failed(
        EngineOutcome.Kind.BACKPRESSURE, 503, "full", Optional.of(retryAfter));
  }

  @Test
  void anAnswerForgivesTheTargetsFaults() {
    // given
    fleet = fleet(1, false);
    endingOf(EngineOutcome.Kind.FAULT);
    TargetId target = fleet.targets().getFirst().id();
    long faults = table.target(target).health().faults();

    // when
    route(router(engine), SYSTEM, "question");

    // then
    assertThat(faults).isEqualTo(1);
    assertThat(table.target(target).health()).isEqualTo(Health.GOOD);
  }

  private Ending endingOf(EngineOutcome.Kind kind) {
    EngineOutcome.Failed failure = new EngineOutcome.Failed(kind, 0, "it failed");
    TextBody body = TextBody.of(SYSTEM, "question");
    router(call -> failure).route(request(body, 77, Duration.ofSeconds(500)), WholeAnswers.NOBODY);
    return table.writes(TableWrite.EndWork.class).getLast().ending();
  }

  @Test
  void unknownUsageIsNotZero() {
    // given
    String question = "question ".repeat(50);
    AnswerReader silent = (body, type) -> Usage.UNKNOWN;
    AnswerReader cold =
        (body, type) -> new Usage(OptionalLong.of(1000), OptionalLong.of(0), OptionalLong.of(0));

    // when
    RouteReport unknown = route(router(table, engine, silent), SYSTEM, question).report();
    RouteReport again = route(router(table, engine, silent), SYSTEM, question).report();
    RouteReport zero = route(router(new MapTable(), engine, cold), SYSTEM, question).report();

    // then
    assertThat(unknown.usage().cachedTokens()).isEmpty();
    assertThat(zero.usage().cachedTokens()).hasValue(0);
    // What the engine does not tell is taken from the prediction: the repeat inserted only its
    // tail.
    assertThat(again.reason()).contains(Reason.WARM);
    long clock = table.target(again.target().orElseThrow().id()).clock();
    assertThat(clock)
        .isEqualTo(unknown.tokens().prompt() + again.tokens().prompt() - again.tokens().routed());
  }

  @Test
  void cachedTokensBeyondAnUncountedPromptNeverTurnTheClockBack() {
    // given
    AnswerReader odd =
        (body, type) ->
            new Usage(OptionalLong.empty(), OptionalLong.of(1_000_000), OptionalLong.of(5));

    // when
    RouteReport report = route(router(table, engine, odd), SYSTEM, "question").report();

    // then
    assertThat(table.target(report.target().orElseThrow().id()).clock()).isEqualTo(5);
  }

  @Test
  void theCallEndsBeforeTheCallersDeadlineAndWithinTheLongestCall() {
    Router router = router(engine);
    TextBody body = TextBody.of(SYSTEM, "question");

    router.route(request(body, 0, Duration.ofSeconds(10)), WholeAnswers.NOBODY);
    router.route(request(body, 0, Duration.ofSeconds(500)), WholeAnswers.NOBODY);

    assertThat(calls)
        .extracting(EngineCall::timeout)
        .containsExactly(Duration.ofSeconds(10).minus(MARGIN), LONGEST);
  }

  @Test
  void aRequestWithoutTimeLeftIsNotSent() {
    RouteOutcome outcome =
        router(engine)
            .route(request(TextBody.of(SYSTEM, "question"), 0, MARGIN), WholeAnswers.NOBODY);

    assertThat(calls).isEmpty();
    assertThat(outcome.report().failure()).contains(EngineOutcome.Kind.TIMEOUT);
    assertThat(table.writes(TableWrite.EndWork.class))
        .extracting(TableWrite.EndWork::ending)
        .containsExactly(new Ending.Neutral());
    assertThat(load(outcome.report().target().orElseThrow().id()))
        .isEqualTo(new TargetLoad(0, 0, 0));
  }

  @Test
  void onlyPrefixAwareTargetsGetAnIdAndOnlyForPromptsWithAKey() {
    // given
    TextBody keyed = TextBody.of(SYSTEM, "question");
    TextBody other = TextBody.of(SYSTEM, "another");
    TextBody tiny = TextBody.of("hi");

    // when
    router(engine).route(request(keyed, 0, Duration.ofSeconds(60)), WholeAnswers.NOBODY);
    fleet = fleet(1, true);
    Router aware = router(engine);
    aware.route(request(keyed, 0, Duration.ofSeconds(60)), WholeAnswers.NOBODY);
    aware.route(request(keyed, 0, Duration.ofSeconds(60)), WholeAnswers.NOBODY);
    aware.route(request(other, 0, Duration.ofSeconds(60)), WholeAnswers.NOBODY);
    aware.route(request(tiny, 0, Duration.ofSeconds(60)), WholeAnswers.NOBODY);

    // then
    List<String> ids = calls.stream().map(EngineCall::prefixAwareId).toList();
    String family = HASHER.chain(keyed.prompt()).family().hex();
    assertThat(ids.get(0)).isEmpty();
    assertThat(ids.get(1)).isEqualTo(family + "-0").hasSizeLessThanOrEqualTo(64);
    assertThat(ids.get(2)).isEqualTo(ids.get(1));
    assertThat(ids.get(3)).isNotEmpty().isNotEqualTo(ids.get(1));
    assertThat(ids.get(4)).isEmpty();
  }

  @Test
  void aBusyPrefixAwareTargetGetsASecondReplicaOfEachFamily() {
    // given
    fleet = fleet(1, true);
    Target target = fleet.targets().getFirst();
    long second = TargetRow.prefillBucket(clock.instant());
    table.put(
        new TargetRow(
            target.id(), 0, 0, Map.of(second, 1_000_000L), Map.of(), Map.of(), Map.of(), false));
    Router router = router(engine);

    // when
    for (int i = 0; i < 6; i++) {
      route(router, SYSTEM, "question");
    }

    // then
    assertThat(calls.stream().map(EngineCall::prefixAwareId).distinct()).hasSize(2);
  }

  @Test
  void anEmptyFleetIsAnOutcomeWithAReport() {
    fleet = Fleet.EMPTY;

    RouteOutcome outcome = route(router(engine), SYSTEM, "question");

    assertThat(outcome).isInstanceOf(RouteOutcome.NoTarget.class);
    assertThat(outcome.report().target()).isEmpty();
    assertThat(outcome.report().tokens().prompt()).isPositive();
    assertThat(metrics.reports()).hasSize(1);
    assertThat(table.writes()).isEmpty();
  }

  @Test
  void whereAllQueuesAreTooLongTheCallerIsTurnedAwayAndNothingIsCalledOrWritten() {
    // given
    fleet = fleet(2, false);
    queueEverywhere(80_000);
    RoutingPolicy shedding = new SheddingPolicy(new PrefixAffinityPolicy(), Duration.ofSeconds(5));

    // when
    RouteOutcome outcome = route(router(table, engine, engine, shedding), SYSTEM, "question");

    // then
    assertThat(outcome)
        .isInstanceOfSatisfying(
            RouteOutcome.Shed.class,
            shed ->
                assertThat(shed.retryAfter())
                    .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3)));
    assertThat(outcome.report().failure()).contains(EngineOutcome.Kind.BACKPRESSURE);
    assertThat(outcome.report().target()).isEmpty();
    assertThat(calls).isEmpty();
    assertThat(table.writes()).isEmpty();
    assertThat(metrics.reports()).containsExactly(outcome.report());
  }

  @Test
  void aPromptThatCannotBeKeyedIsServed() {
    Prompt nothing = new Prompt(Scope.ofModel("default"), List.of(), "");

    RouteOutcome outcome =
        router(engine)
            .route(
                new RouteRequest(
                    "request",
                    nothing,
                    false,
                    TextBody.of("opaque"),
                    0,
                    clock.instant().plusSeconds(60),
                    false,
                    new WholeAnswers(engine)),
                WholeAnswers.NOBODY);

    assertThat(outcome).isInstanceOf(RouteOutcome.Answered.class);
    assertThat(outcome.report().reason()).contains(Reason.LOAD);
    assertThat(outcome.report().tokens().keyed()).isFalse();
    assertThat(table.claims()).isEmpty();
    assertThat(table.writes(TableWrite.RecordOwner.class)).isEmpty();
  }

  @Test
  void baselinesNeitherReadNorWritePrefixes() {
    Router router = router(table, engine, engine, new RoundRobinPolicy());

    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      targets.add(route(router, SYSTEM, "question").report().target().orElseThrow());
    }

    assertThat(targets).isEqualTo(fleet.targets());
    assertThat(table.reads()).allMatch(q -> q.anchors().isEmpty() && q.targets().size() == 4);
    assertThat(table.claims()).isEmpty();
    assertThat(table.writes(TableWrite.RecordOwner.class)).isEmpty();
  }

  @Test
  void aFleetTooLargeForOneReadIsSampledAndOnlyWhatWasReadIsChosen() {
    // given
    fleet = fleet(300, false);
    // A target that was not read has no load that anybody knows of.
    queueEverywhere(100_000);
    Router router = router(engine);
    Set<Target> chosen = new HashSet<>();

    // when
    for (int i = 0; i < 60; i++) {
      RouteReport report = route(router, i + "instructions ".repeat(300), "q").report();
      Target target = report.target().orElseThrow();
      chosen.add(target);

      // then
      assertThat(table.reads().getLast().targets()).doesNotHaveDuplicates().contains(target.id());
    }
    assertThat(chosen).hasSizeGreaterThan(30);
  }

  @Test
  void anOwnerThatTheSampleMissesIsStillFound() {
    // given
    fleet = fleet(300, false);
    Router router = router(engine);
    Target first = route(router, SYSTEM, "question").report().target().orElseThrow();

    // then
    for (int i = 0; i < 20; i++) {
      assertThat(route(router, SYSTEM, "question").report().target()).contains(first);
    }
  }

  /** So many prompt tokens began to wait at every target just now. */
  private void queueEverywhere(long tokens) {
    Map<Long, Long> queued = Map.of(TargetRow.prefillBucket(clock.instant()), tokens);
    for (Target target : fleet.targets()) {
      table.put(new TargetRow(target.id(), 0, 0, queued, Map.of(), Map.of(), Map.of(), false));
    }
  }

  private TargetLoad load(TargetId target) {
    return TargetLoad.of(table.target(target), clock.instant(), 10_000);
  }

  /** What reads the answers of the router made last. */
  private AnswerReader reader = engine;

  private RouteOutcome route(Router router, String... texts) {
    return router.route(
        request(TextBody.of(texts), 77, Duration.ofSeconds(60)), WholeAnswers.NOBODY);
  }

  private RouteRequest request(TextBody body, long maxOutputTokens, Duration left) {
    return new RouteRequest(
        "request",
        body.prompt(),
        false,
        body,
        maxOutputTokens,
        clock.instant().plus(left),
        false,
        new WholeAnswers(reader));
  }

  private Router router(InferenceEngine answering) {
    return router(table, answering);
  }

  private Router router(MapTable rows, InferenceEngine answering) {
    return router(rows, answering, engine);
  }

  private Router router(MapTable rows, InferenceEngine answering, AnswerReader reader) {
    return router(rows, answering, reader, new PrefixAffinityPolicy());
  }

  private Router router(
      MapTable rows, InferenceEngine answering, AnswerReader read, RoutingPolicy policy) {
    this.reader = read;
    InferenceEngine recording =
        call -> {
          calls.add(call);
          return answering.invoke(call);
        };
    return new Router(
        new RouterConfig(
            policy,
            new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10)),
            MARGIN,
            LONGEST,
            LONGEST,
            200,
            Serving.EVERYWHERE,
            RoutingMode.ROUTE),
        HASHER,
        new Ports(rows, recording, FleetView.fixed(fleet), metrics),
        new BackgroundWork(Runnable::run),
        clock.asRouterClock(),
        0);
  }

  private static Fleet fleet(int size, boolean prefixAware) {
    return new Fleet(
        IntStream.range(0, size)
            .mapToObj(i -> Target.ofVariant("endpoint", "v" + i, prefixAware ? 3 : 1, prefixAware))
            .toList());
  }
}
