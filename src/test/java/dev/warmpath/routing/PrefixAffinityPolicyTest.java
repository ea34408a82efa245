package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.RoutingDecision.Claim;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.testing.Seeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PrefixAffinityPolicyTest {
  private static final Target V0 = Contexts.target(0);
  private static final Target V1 = Contexts.target(1);
  private static final Target V2 = Contexts.target(2);
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 4000);
  private static final Anchor DEEPEST = CHAIN.anchors().getLast();

  private final PrefixAffinityPolicy policy = new PrefixAffinityPolicy();

  @Test
  void prefersTheHolderWhereverRendezvousPoints() {
    for (Target holder : Contexts.fleet(4).targets()) {
      Routed routed = decide(new Contexts(CHAIN).owned(DEEPEST, Contexts.owner(holder)).build());

      assertThat(routed.target()).isEqualTo(holder);
      assertThat(routed.reason()).isEqualTo(Reason.WARM);
      assertThat(routed.routedTokens()).isEqualTo(DEEPEST.depthBytes() / 4);
      assertThat(routed.availableTokens()).isEqualTo(routed.routedTokens());
      assertThat(routed.claim()).isEmpty();
    }
  }

  @Test
  void prefersWhoeverHoldsMore() {
    Routed routed =
        decide(
            new Contexts(CHAIN)
                .owned(CHAIN.anchors().getFirst(), Contexts.owner(V0))
                .owned(DEEPEST, Contexts.owner(V1))
                .build());

    assertThat(routed.target()).isEqualTo(V1);
  }

  @Test
  void spillsWhenTheOwnersQueueOutweighsTheSaving() {
    // given
    Contexts busy = new Contexts(CHAIN).owned(DEEPEST, Contexts.owner(V0)).queued(V0, 10_000_000);

    // when
    Routed routed = decide(busy.build());

    // then
    assertThat(routed.target()).isNotEqualTo(V0);
    assertThat(routed.reason()).isEqualTo(Reason.SPILLED);
    assertThat(routed.routedTokens()).isZero();
    assertThat(routed.availableTokens()).isEqualTo(DEEPEST.depthBytes() / 4);
  }

  @Test
  void countsAsHalfHeldWhatRunningRequestsMayHavePushedOut() {
    // given
    long capacity = Contexts.FACTS.capacityTokens();
    long running = 20_000;

    // when
    double held = cost(capacity - running - 1, running);
    double doubtful = cost(capacity - running, running);
    double evicted = cost(capacity, running);

    // then
    long depth = DEEPEST.depthBytes() / 4;
    long prompt = CHAIN.lengthBytes() / 4;
    double pinned = 0.05 + 0.2 * running / Contexts.FACTS.prefillTokensPerSecond();
    assertThat(List.of(held, doubtful, evicted))
        .usingComparatorForType(within(0.01), Double.class)
        .containsExactly(
            expected(depth, prompt, pinned),
            expected(depth / 2, prompt, pinned),
            expected(0, prompt, pinned));
  }

  private static double expected(long held, long prompt, double pinned) {
    double own = PrefillWork.tokens(held, prompt) / Contexts.FACTS.prefillTokensPerSecond();
    return (own + 0.05) * (own + pinned);
  }

  /** What V0 costs when its cache has taken in some tokens since it was owner. */
  private double cost(long distance, long running) {
    TargetRow row = Contexts.loaded(V0, 0, running);
    TargetRow moved =
        new TargetRow(
            V0.id(), distance, 0, Map.of(), row.sequences(), row.context(), Map.of(), false);
    RoutingContext context =
        new Contexts(CHAIN).owned(DEEPEST, Contexts.owner(V0)).target(moved).build();
    return decide(context).candidates().stream()
        .filter(c -> c.target().equals(V0))
        .findFirst()
        .orElseThrow()
        .cost();
  }

  private static Comparator<Double> within(double share) {
    return (a, b) -> Math.abs(a - b) <= share * b ? 0 : Double.compare(a, b);
  }

  @Test
  void waitsForTheOwnerWhileEveryQueueIsAsLong() {
    // given
    Contexts busy = new Contexts(CHAIN).owned(DEEPEST, Contexts.owner(V0));
    Contexts.fleet(4).targets().forEach(t -> busy.queued(t, 10_000_000));

    // then
    assertThat(decide(busy.build()).target()).isEqualTo(V0);
  }

  @Test
  void spillsToAnotherHolderFirst() {
    Routed routed =
        decide(
            new Contexts(CHAIN)
                .owned(DEEPEST, Contexts.owner(V0))
                .owned(CHAIN.anchors().get(CHAIN.anchors().size() - 3), Contexts.owner(V2))
                .queued(V0, 1_000_000)
                .build());

    assertThat(routed.target()).isEqualTo(V2);
    assertThat(routed.reason()).isEqualTo(Reason.SPILLED);
    assertThat(routed.routedTokens()).isPositive().isLessThan(routed.availableTokens());
  }

  @Test
  void requestsInFlightWeighToo() {
    // given
    Contexts crowded =
        new Contexts(CHAIN)
            .owned(DEEPEST, Contexts.owner(V0), Contexts.owner(V1))
            .target(Contexts.loaded(V0, 0, 90_000));

    // then
    assertThat(decide(crowded.build()).target()).isEqualTo(V1);
  }

  @Test
  void expiredRowsAndUnusedOwnersDoNotCount() {
    Owner old = new Owner(V0.id(), 0, 0, Contexts.NOW.minus(Contexts.TTL), Optional.empty(), true);
    PrefixRow ended =
        new PrefixRow(
            DEEPEST.hash(), DEEPEST.depthBytes(), 1, List.of(Contexts.owner(V0)), Contexts.NOW);

    assertNobodyHolds(new Contexts(CHAIN).owned(DEEPEST, old));
    assertNobodyHolds(new Contexts(CHAIN).row(ended));
  }

  @Test
  void ownersOfAnotherGenerationDoNotCount() {
    assertNobodyHolds(
        new Contexts(CHAIN)
            .owned(DEEPEST, Contexts.owner(V0))
            .target(Contexts.state(V0, 0, 1, false)));
  }

  @Test
  void ownersWhoseCacheHasTurnedOverDoNotCount() {
    Contexts full =
        new Contexts(CHAIN)
            .owned(DEEPEST, Contexts.owner(V0))
            .target(Contexts.state(V0, Contexts.FACTS.capacityTokens(), 0, false));
    // Nearly as full is still warm; the others have taken in as much, or it would be spread.
    Contexts nearly = new Contexts(CHAIN).owned(DEEPEST, Contexts.owner(V0));
    Contexts.fleet(4)
        .targets()
        .forEach(
            t -> nearly.target(Contexts.state(t, Contexts.FACTS.capacityTokens() - 1, 0, false)));

    assertNobodyHolds(full);
    assertThat(decide(nearly.build()).reason()).isEqualTo(Reason.WARM);
  }

  @Test
  void ownersThatDrainOrHaveLeftDoNotCount() {
    assertNobodyHolds(
        new Contexts(CHAIN)
            .owned(DEEPEST, Contexts.owner(V0))
            .target(Contexts.state(V0, 0, 0, true)));
    assertNobodyHolds(new Contexts(CHAIN).owned(DEEPEST, Contexts.owner(Contexts.target(9))));
  }

  @Test
  void aFleetThatDrainsAsAWholeStillServes() {
    // given
    Contexts draining = new Contexts(CHAIN).owned(DEEPEST, Contexts.owner(V1));
    Contexts.fleet(4).targets().forEach(t -> draining.target(Contexts.state(t, 0, 0, true)));

    // then
    assertThat(decide(draining.build()).target()).isEqualTo(V1);
  }

  @Test
  void anEmptyFleetHasNoTarget() {
    RoutingContext nobody = new Contexts(CHAIN).fleet(Fleet.EMPTY).build();

    assertThat(policy.decide(nobody)).isEqualTo(new NoTarget());
    assertThat(new RendezvousPolicy().decide(nobody)).isEqualTo(new NoTarget());
    assertThat(new LeastOutstandingPolicy().decide(nobody)).isEqualTo(new NoTarget());
    assertThat(new RoundRobinPolicy().decide(nobody)).isEqualTo(new NoTarget());
  }

  @Test
  void aTipCountsOnlyIfThePromptStartsWithIt() {
    // given
    Anchor shallow = CHAIN.anchors().getFirst();
    Anchor own = CHAIN.tip().orElseThrow();
    Anchor foreign = Contexts.distinct("others", 4000).tip().orElseThrow();

    // when
    Routed verified = decide(new Contexts(CHAIN).owned(shallow, ownerWithTip(V0, own)).build());
    Routed unverified =
        decide(new Contexts(CHAIN).owned(shallow, ownerWithTip(V0, foreign)).build());

    // then
    assertThat(verified.availableTokens()).isEqualTo(own.depthBytes() / 4);
    assertThat(unverified.availableTokens()).isEqualTo(shallow.depthBytes() / 4);
  }

  @Test
  void aTipShallowerThanItsRowTakesNothingAway() {
    Anchor shallow = CHAIN.anchors().getFirst();

    Routed routed = decide(new Contexts(CHAIN).owned(DEEPEST, ownerWithTip(V0, shallow)).build());

    assertThat(routed.availableTokens()).isEqualTo(DEEPEST.depthBytes() / 4);
  }

  @Test
  void claimsTheShallowestUncoveredAnchorWhileLessThanHalfIsHeld() {
    for (Anchor held : CHAIN.anchors()) {
      // when
      Routed routed = decide(new Contexts(CHAIN).owned(held, Contexts.owner(V0)).build());

      // then
      Optional<Claim> next =
          CHAIN.anchors().stream()
              .filter(a -> a.depthBytes() > held.depthBytes())
              .findFirst()
              .map(a -> new Claim(a, 0));
      boolean most = 2 * held.depthBytes() >= CHAIN.lengthBytes();
      assertThat(routed.claim()).isEqualTo(most ? Optional.empty() : next);
    }
    assertThat(decide(new Contexts(CHAIN).build()).claim())
        .contains(new Claim(CHAIN.anchors().getFirst(), 0));
  }

  @Test
  void aClaimOfADeadRowNamesItsVersion() {
    Anchor shallow = CHAIN.anchors().getFirst();
    PrefixRow dead =
        new PrefixRow(
            shallow.hash(),
            shallow.depthBytes(),
            7,
            List.of(Contexts.owner(Contexts.target(9))),
            Contexts.NOW.plusSeconds(60));

    assertThat(decide(new Contexts(CHAIN).row(dead).build()).claim())
        .contains(new Claim(shallow, 7));
  }

  @Test
  void distinctNewPromptsOfOneSnapshotSpread() {
    // given
    Map<Target, Integer> counts = new HashMap<>();

    // when
    for (int i = 0; i < 1000; i++) {
      RoutingContext context =
          new Contexts(Contexts.distinct("prompt " + i, 400))
              .fleet(Contexts.fleet(8))
              .ticket(i)
              .build();
      counts.merge(decide(context).target(), 1, Integer::sum);
    }

    // then
    assertThat(counts).hasSize(8);
    assertThat(counts.values()).allMatch(n -> n <= 1.5 * 125);
  }

  @Test
  void equalNewPromptsMeetAtOneTarget() {
    assertThat(
            IntStream.range(0, 100)
                .mapToObj(i -> decide(new Contexts(CHAIN).ticket(i).build()).target())
                .distinct())
        .hasSize(1);
  }

  @Test
  void aNewPromptLeavesItsCandidatesForATargetThatIsAheadByMoreThanRowsAreOld() {
    // given
    List<Target> order = Rendezvous.preferred(CHAIN.family(), Contexts.fleet(4).targets(), 4);
    Contexts slightly = new Contexts(CHAIN);
    Contexts badly = new Contexts(CHAIN);
    order.subList(0, 2).forEach(t -> slightly.queued(t, 200));
    order.subList(0, 2).forEach(t -> badly.queued(t, 2000));

    // then
    assertThat(order.subList(0, 2)).contains(decide(slightly.build()).target());
    assertThat(order.subList(2, 4)).contains(decide(badly.build()).target());
  }

  @Test
  void promptsWithoutAnchorsGoByLoadAndSpread() {
    // given
    PrefixChain tiny = Contexts.chain("hi");
    Map<Target, Integer> counts = new HashMap<>();

    // when
    for (int i = 0; i < 1000; i++) {
      Routed routed = decide(new Contexts(tiny).fleet(Contexts.fleet(8)).ticket(i).build());
      assertThat(routed.reason()).isEqualTo(Reason.LOAD);
      assertThat(routed.claim()).isEmpty();
      counts.merge(routed.target(), 1, Integer::sum);
    }

    // then
    assertThat(counts).hasSize(8);
    assertThat(counts.values()).allMatch(n -> n <= 1.5 * 125);
    for (int i = 0; i < 50; i++) {
      Contexts busy = new Contexts(tiny).ticket(i).queued(V0, 50_000).queued(V1, 50_000);
      assertThat(decide(busy.build()).target()).isNotIn(V0, V1);
    }
  }

  @Test
  void aLeadOfLongAgoMovesNoConversationOnceAllCachesAreFull() {
    // given
    Anchor instructions = CHAIN.anchors().getLast();
    long full = 2 * Contexts.FACTS.capacityTokens();
    Contexts context =
        new Contexts(CHAIN)
            .owned(
                instructions,
                new Owner(V0.id(), 9 * full, 0, Contexts.NOW, Optional.empty(), false));
    long longAgo = TargetRow.sequenceBucket(Contexts.NOW) - 5;
    Contexts.fleet(4)
        .targets()
        .forEach(t -> context.target(worked(t, t.equals(V0) ? 9 * full : full, longAgo)));

    // then
    assertThat(decide(context.build()).target()).isEqualTo(V0);
  }

  @Test
  void aNewConversationMovesToATargetThatLatelyWorkedFarLessThoughAllCachesAreFull() {
    // given
    Anchor instructions = CHAIN.anchors().getLast();
    long full = 2 * Contexts.FACTS.capacityTokens();
    Contexts context =
        new Contexts(CHAIN)
            .owned(
                instructions, new Owner(V0.id(), full, 0, Contexts.NOW, Optional.empty(), false));
    long now = TargetRow.sequenceBucket(Contexts.NOW);
    Contexts.fleet(4)
        .targets()
        .forEach(t -> context.target(worked(t, full, t.equals(V0) ? now : now - 5)));

    // then
    assertThat(decide(context.build()).target()).isNotEqualTo(V0);
  }

  private static TargetRow worked(Target target, long clock, long bucket) {
    return new TargetRow(
        target.id(), clock, 0, Map.of(), Map.of(), Map.of(), Map.of(bucket, clock), false);
  }

  @Test
  void aNewConversationMovesAwayOnceTheHolderHasLatelyWorkedFarMore() {
    // given
    Anchor instructions = CHAIN.anchors().getLast();
    long copied = Contexts.FACTS.tokens(instructions.depthBytes());

    // then
    assertThat(afterLead(instructions, 32 * copied - 1).target()).isEqualTo(V0);
    assertThat(afterLead(instructions, 32 * copied).target()).isNotEqualTo(V0);
    assertThat(afterLead(instructions, 32 * copied).reason()).isEqualTo(Reason.SPILLED);
  }

  @Test
  void aKnownConversationStaysHoweverFarItsHolderIsAhead() {
    // given
    PrefixChain first = Contexts.chain("instructions ".repeat(100), "question ".repeat(50));
    PrefixChain second =
        Contexts.chain("instructions ".repeat(100), "question ".repeat(50), "answer", "again");
    Anchor end = first.anchors().getLast();

    // when
    RoutingContext context =
        new Contexts(second)
            .owned(end, Contexts.owner(V0))
            .target(Contexts.state(V0, Contexts.FACTS.capacityTokens() - 1, 0, false))
            .build();

    // then
    assertThat(end.depthBytes()).isEqualTo(second.conversationBytes());
    assertThat(decide(context).target()).isEqualTo(V0);
  }

  @Test
  void aLeadOfLongAgoMovesANewConversationWhileAnotherCacheHasRoom() {
    // given
    long copied = Contexts.FACTS.tokens(DEEPEST.depthBytes());
    long longAgo = TargetRow.sequenceBucket(Contexts.NOW) - 5;

    // then
    for (long lead : new long[] {32 * copied - 1, 32 * copied}) {
      Owner owner = new Owner(V0.id(), lead, 0, Contexts.NOW, Optional.empty(), false);
      Contexts context =
          new Contexts(CHAIN)
              .facts(new PoolFacts(1_000_000, 10_000, 4, Contexts.TTL))
              .owned(DEEPEST, owner)
              .target(worked(V0, lead, longAgo));
      assertThat(decide(context.build()).target().equals(V0)).isEqualTo(lead < 32 * copied);
    }
  }

  @Test
  void whatIsCopiedIsOnlyWhatTheOtherLacks() {
    // given: V1 holds a part, the others have worked as much as the holder
    Anchor part = CHAIN.anchors().get(CHAIN.anchors().size() - 3);
    long copied = Contexts.FACTS.tokens(DEEPEST.depthBytes() - part.depthBytes());

    // then
    for (long lead : new long[] {32 * copied - 1, 32 * copied}) {
      Contexts context =
          new Contexts(CHAIN)
              .owned(DEEPEST, new Owner(V0.id(), lead, 0, Contexts.NOW, Optional.empty(), false))
              .owned(part, Contexts.owner(V1));
      Contexts.fleet(4).targets().stream()
          .filter(t -> !t.equals(V1))
          .forEach(t -> context.target(Contexts.state(t, lead, 0, false)));
      assertThat(decide(context.build()).target()).isEqualTo(lead < 32 * copied ? V0 : V1);
    }
  }

  @Test
  void aLeadMustBeAQuarterOfTheBusierTargetsWork() {
    // given: a beginning so short that copies of it cost little
    PrefixChain chain = Contexts.distinct("instructions", 250);
    Anchor deepest = chain.anchors().getLast();
    assertThat(32 * Contexts.FACTS.tokens(deepest.depthBytes())).isLessThan(10_000);

    // then
    for (long less : new long[] {30_000, 30_001}) {
      Contexts context =
          new Contexts(chain)
              .owned(deepest, new Owner(V0.id(), 40_000, 0, Contexts.NOW, Optional.empty(), false));
      Contexts.fleet(4)
          .targets()
          .forEach(t -> context.target(Contexts.state(t, t.equals(V0) ? 40_000 : less, 0, false)));
      assertThat(decide(context.build()).target().equals(V0)).isEqualTo(less > 30_000);
    }
  }

  @Test
  void aTargetOfFourInstancesMayWorkFourTimesAsMuch() {
    // given
    PrefixChain chain = Contexts.distinct("instructions", 250);
    Target four = Target.ofVariant("endpoint", "v0", 4, false);
    Contexts context =
        new Contexts(chain)
            .fleet(new Fleet(List.of(four, V1, V2)))
            .owned(
                chain.anchors().getLast(),
                new Owner(four.id(), 40_000, 0, Contexts.NOW, Optional.empty(), false));

    // when
    for (Target target : List.of(four, V1, V2)) {
      long work = target.instances() * 10_000L;
      context.target(Contexts.state(target, work, 0, false));
    }

    // then
    assertThat(decide(context.build()).target()).isEqualTo(four);
  }

  @Test
  void whatTwoInstancesHaveTakenInLongAgoIsNoLeadOnceTheirCachesAreFull() {
    // given: three times what each cache of the holder's two has room for
    Target two = Target.ofVariant("endpoint", "v0", 2, false);
    long full = Contexts.FACTS.capacityTokens();
    long longAgo = TargetRow.sequenceBucket(Contexts.NOW) - 5;
    Contexts context =
        new Contexts(CHAIN)
            .fleet(new Fleet(List.of(two, V1)))
            .owned(DEEPEST, new Owner(two.id(), 6 * full, 0, Contexts.NOW, Optional.empty(), false))
            .target(worked(two, 6 * full, longAgo))
            .target(worked(V1, full, longAgo));

    // then
    assertThat(decide(context.build()).target()).isEqualTo(two);
  }

  @Test
  void amongEqualHoldersTheCheaperIsTakenThoughItWorkedMore() {
    // given: V1 has many requests in flight
    TargetRow crowded = Contexts.loaded(V1, 0, 90_000);
    Contexts context =
        new Contexts(CHAIN)
            .owned(
                DEEPEST,
                new Owner(V0.id(), 50_000, 0, Contexts.NOW, Optional.empty(), false),
                Contexts.owner(V1))
            .target(crowded);
    Contexts.fleet(4).targets().stream()
        .filter(t -> !t.equals(V1))
        .forEach(t -> context.target(Contexts.state(t, 50_000, 0, false)));

    // then
    assertThat(decide(context.build()).target()).isEqualTo(V0);
  }

  @Test
  void aPromptOfWhichExactlyHalfIsHeldClaimsNothing() {
    // given: "system" and three marks take nine bytes
    PrefixChain chain = Contexts.chain("s".repeat(2039));
    Anchor half = chain.anchors().getFirst();
    assertThat(2 * half.depthBytes()).isEqualTo(chain.lengthBytes());

    // then
    assertThat(decide(new Contexts(chain).owned(half, Contexts.owner(V0)).build()).claim())
        .isEmpty();
  }

  @Test
  void equalContextsGiveEqualDecisionsAndOddRowsNeverThrow() {
    Seeds.forAll(
        1000,
        (seed, random) -> {
          // given
          RoutingContext context = odd(random);

          // when
          RoutingDecision decision = policy.decide(context);

          // then
          assertThat(policy.decide(context)).isEqualTo(decision);
          assertThat(decision).isInstanceOf(Routed.class);
          Routed routed = (Routed) decision;
          assertThat(routed.routedTokens()).isBetween(0L, routed.promptTokens());
          assertThat(routed.availableTokens())
              .isBetween(routed.routedTokens(), routed.promptTokens());
          new OwnershipUpkeep(context, routed.target()).atStart();
        });
  }

  private Routed afterLead(Anchor held, long lead) {
    Contexts context =
        new Contexts(CHAIN)
            .owned(held, new Owner(V0.id(), lead, 0, Contexts.NOW, Optional.empty(), false))
            .target(Contexts.state(V0, lead, 0, false));
    return decide(context.build());
  }

  private void assertNobodyHolds(Contexts context) {
    Routed routed = decide(context.build());
    assertThat(routed.reason()).isEqualTo(Reason.NEW);
    assertThat(routed.availableTokens()).isZero();
    assertThat(routed.claim()).map(Claim::anchor).contains(CHAIN.anchors().getFirst());
  }

  private Routed decide(RoutingContext context) {
    return (Routed) policy.decide(context);
  }

  private static Owner ownerWithTip(Target target, Anchor tip) {
    return new Owner(target.id(), 0, 0, Contexts.NOW, Optional.of(tip), false);
  }

  /** Rows that no writer of ours writes, but that a table may hold. */
  private static RoutingContext odd(RandomGenerator random) {
    Contexts context = new Contexts(CHAIN).ticket(random.nextLong());
    for (Target target : Contexts.fleet(6).targets()) {
      Map<Long, Long> buckets =
          Map.of(
              oddNumber(random),
              oddNumber(random),
              TargetRow.prefillBucket(Contexts.NOW),
              oddNumber(random));
      context.target(
          new TargetRow(
              target.id(),
              oddNumber(random),
              random.nextInt(3),
              buckets,
              buckets,
              buckets,
              buckets,
              random.nextInt(4) == 0));
    }
    for (Anchor anchor : CHAIN.anchors()) {
      List<Owner> owners = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        Target target = Contexts.target(random.nextInt(7));
        Anchor tip = new Anchor((int) oddNumber(random), new PrefixHash(random.nextLong(), 0));
        Instant lastUse = random.nextBoolean() ? Contexts.NOW : oddInstant(random);
        owners.add(
            new Owner(
                target.id(),
                oddNumber(random),
                random.nextInt(3),
                lastUse,
                Optional.of(tip),
                true));
      }
      context.row(
          new PrefixRow(
              anchor.hash(),
              (int) oddNumber(random),
              oddNumber(random),
              owners,
              random.nextBoolean() ? Contexts.NOW.plusSeconds(9) : oddInstant(random)));
    }
    return context.build();
  }

  private static long oddNumber(RandomGenerator random) {
    long[] numbers = {0, 1, -1, 5000, Long.MAX_VALUE, Long.MIN_VALUE, random.nextLong()};
    return numbers[random.nextInt(numbers.length)];
  }

  private static Instant oddInstant(RandomGenerator random) {
    Instant[] instants = {Instant.MIN, Instant.MAX, Instant.EPOCH};
    return instants[random.nextInt(instants.length)];
  }
}
