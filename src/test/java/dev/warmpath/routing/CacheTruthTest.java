package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.routing.CacheTruth.Lesson;
import dev.warmpath.routing.Feedback.ColdClaims;
import dev.warmpath.testing.Seeds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** One claim on a prompt of some thousand tokens, in a cache of 100,000. */
final class CacheTruthTest {
  private static final PrefixChain CHAIN = Contexts.distinct("instructions", 1000);

  /** Instructions of 1,027 tokens, anchored at 256, 512 and 1,024. */
  private static final PrefixChain LONG = Contexts.chain("s".repeat(4100));

  private static final Anchor DEEPEST = CHAIN.anchors().getLast();
  private static final long CLAIMED = Contexts.FACTS.tokens(DEEPEST.depthBytes());
  private static final long CAPACITY = Contexts.FACTS.capacityTokens();
  private static final long CLOCK = 1_000_000;
  private static final Target V0 = Contexts.target(0);
  private static final Target MANY = Target.ofVariant("endpoint", "v0", 2, false);

  @Test
  void aColdClaimFarBackMovesTheCapacityDownTowardsItsDistance() {
    // when
    Lesson lesson = lesson(80_000, true, 0);

    // then
    assertThat(lesson.feedback()).isEqualTo(new Feedback(96_000, 0, new ColdClaims.Same()));
    assertThat(lesson.spent()).isPresent();
  }

  @Test
  void aColdClaimOfAMomentAgoCountsAndIsSpent() {
    // when
    Lesson lesson = lesson(24_999, true, CLAIMED / 2 - 1);

    // then
    assertThat(lesson.feedback()).isEqualTo(new Feedback(0, 0, new ColdClaims.First(CLOCK)));
    CacheTruth.Spent spent = lesson.spent().orElseThrow();
    assertThat(spent.expectedVersion()).isEqualTo(1);
    assertThat(spent.update().anchor()).isEqualTo(DEEPEST);
    assertThat(spent.update().owner().confirmed()).isFalse();
    assertThat(spent.update().owner().clock()).isEqualTo(CLOCK);
  }

  @Test
  void coldClaimsAddUpWhileTheyLieCloseTogether() {
    assertThat(counted(CLOCK - 25_000)).isEqualTo(new ColdClaims.Another());
    assertThat(counted(CLOCK - 25_001)).isEqualTo(new ColdClaims.First(CLOCK));
  }

  @Test
  void theBorderBetweenTheTwoIsAQuarterOfWhatIsNotPinned() {
    assertThat(lesson(25_000, true, 0).feedback().capacityTokens()).isEqualTo(85_000);
    TargetRow pinned = Contexts.loaded(V0, 0, 40_000);
    assertThat(pinned(pinned, 15_000).feedback().capacityTokens()).isPositive();
    assertThat(pinned(pinned, 14_999).feedback().coldClaims())
        .isEqualTo(new ColdClaims.First(CLOCK));
  }

  @Test
  void whatAFullCacheDeliversColdTeachesNothing() {
    assertThat(pinned(Contexts.loaded(V0, 0, 50_001), 10)).isEqualTo(Lesson.NONE);
    assertThat(pinned(Contexts.loaded(V0, 0, 50_001), 80_000)).isEqualTo(Lesson.NONE);
  }

  @Test
  void anUnconfirmedEntryTeachesNothingWhenCold() {
    assertThat(lesson(10, false, 0)).isEqualTo(Lesson.NONE);
    assertThat(lesson(80_000, false, 0)).isEqualTo(Lesson.NONE);
  }

  @Test
  void aClaimDeliveredWarmTeachesNothingAboutTheCapacity() {
    assertThat(lesson(10, true, CLAIMED)).isEqualTo(Lesson.NONE);
    assertThat(lesson(99_999, true, CLAIMED)).isEqualTo(Lesson.NONE);
  }

  @Test
  void anEvictedEntryDeliveredWarmMovesTheCapacityUpTowardsItsDistance() {
    assertThat(lesson(150_000, false, CLAIMED).feedback().capacityTokens()).isEqualTo(105_000);
    assertThat(lesson(100_000, false, CLAIMED).feedback().capacityTokens()).isEqualTo(100_000);
    // However far back: a stale entry must not double the capacity at once.
    assertThat(lesson(900_000, false, CLAIMED).feedback().capacityTokens()).isEqualTo(110_000);
    assertThat(lesson(150_000, false, CLAIMED / 2 - 1)).isEqualTo(Lesson.NONE);
  }

  @Test
  void theLearnedCapacityStaysWithinASixteenthAndFourTimesWhatIsConfigured() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          // given
          TargetRow row = row(V0).with(new Learned(random.nextLong(Long.MAX_VALUE), 0, 0, 0));

          // when
          long capacity = new Contexts(CHAIN).target(row).build().capacityTokens(V0);
          Lesson lesson =
              lesson(row, V0, random.nextLong(CLOCK), random.nextBoolean(), random.nextInt(1000));

          // then
          assertThat(capacity).isBetween(CAPACITY / 16, 4 * CAPACITY);
          assertThat(lesson.feedback().capacityTokens())
              .satisfiesAnyOf(
                  c -> assertThat(c).isZero(),
                  c -> assertThat(c).isBetween(CAPACITY / 16, 4 * CAPACITY));
        });
  }

  @Test
  void anotherInstanceOfTheTargetMayHaveBeenAsked() {
    assertThat(lesson(row(MANY), MANY, 10, true, 0)).isEqualTo(Lesson.NONE);
  }

  @Test
  void unknownIsNotCold() {
    RoutingContext context = context(row(V0), V0, 10, true);

    assertThat(new CacheTruth(context, V0).lesson(OptionalLong.empty(), row(V0)))
        .isEqualTo(Lesson.NONE);
  }

  @Test
  void onlyAnEntryFromBeforeTheColdClaimsClearsThem() {
    TargetRow counted = row(V0).with(new Learned(0, 0, 3, CLOCK - 1000));

    // Its use may have gone unwritten for a tenth of the capacity.
    assertThat(lesson(counted, V0, 11_000, true, CLAIMED).feedback().coldClaims())
        .isEqualTo(new ColdClaims.Cleared());
    assertThat(lesson(counted, V0, 10_999, true, CLAIMED).feedback().coldClaims())
        .isEqualTo(new ColdClaims.Same());
  }

  @Test
  void aWarmBeginningThatAllShareDoesNotHideAColdConversation() {
    // given
    Anchor beginning = CHAIN.anchors().getFirst();
    long shared = Contexts.FACTS.tokens(beginning.depthBytes());
    Contexts context =
        new Contexts(CHAIN)
            .target(row(V0))
            .owned(beginning, owner(V0, CLOCK, true))
            .owned(DEEPEST, owner(V0, CLOCK - 10, true));

    // then
    assertThat(shared).isLessThan(CLAIMED / 2);
    long justBelow = (shared + CLAIMED) / 2 - 1;
    assertThat(truth(context, justBelow).feedback().coldClaims())
        .isEqualTo(new ColdClaims.First(CLOCK));
    assertThat(truth(context, justBelow + 2)).isEqualTo(Lesson.NONE);
  }

  @Test
  void aShallowerClaimIsNoneWhereADeeperEntryIsUnconfirmed() {
    Contexts context =
        new Contexts(CHAIN)
            .target(row(V0))
            .owned(CHAIN.anchors().getFirst(), owner(V0, CLOCK - 10, true))
            .owned(DEEPEST, owner(V0, CLOCK - 10, false));

    assertThat(truth(context, 0)).isEqualTo(Lesson.NONE);
  }

  @Test
  void halfOfAClaimDeliveredIsWarm() {
    assertThat(lesson(24_999, true, CLAIMED / 2)).isEqualTo(Lesson.NONE);
  }

  @Test
  void aCacheHalfFullOfRunningRequestsStillTeaches() {
    assertThat(pinned(Contexts.loaded(V0, 0, 50_000), 80_000).feedback().capacityTokens())
        .isEqualTo(96_000);
  }

  @Test
  void entriesOfFewerThanSixtyFourTokensTeachNothing() {
    assertThat(ofTokens(64, 80_000, 0)).isEqualTo(96_000);
    assertThat(ofTokens(63, 80_000, 0)).isZero();
    assertThat(ofTokens(64, 150_000, 64)).isEqualTo(105_000);
    assertThat(ofTokens(63, 150_000, 63)).isZero();
  }

  @Test
  void whereNoColdClaimIsCountedNothingIsCleared() {
    TargetRow cleared = row(V0).with(new Learned(0, 0, 0, CLOCK - 1000));

    assertThat(lesson(cleared, V0, 6000, true, CLAIMED).feedback().coldClaims())
        .isEqualTo(new ColdClaims.Same());
  }

  @Test
  void anEntryIsJudgedByItsOwnPartWhereAShallowerOnePromisesUpToThreeQuarters() {
    // given: a claim of 1,024 tokens beyond one of 768, or of 800, which is too much to leave a
    // part
    Contexts beyond = beyond(3072, CLOCK - 10);
    Contexts alone = beyond(3200, CLOCK - 10);

    // then: cold below the half of what lies between
    assertThat(truth(beyond, 895).spent()).isPresent();
    assertThat(truth(beyond, 896)).isEqualTo(Lesson.NONE);
    assertThat(truth(alone, 511).spent()).isPresent();
    assertThat(truth(alone, 512)).isEqualTo(Lesson.NONE);
  }

  @Test
  void anEvictedEntryTeachesWhereItsOwnPartIsDeliveredWarm() {
    assertThat(truth(beyond(3072, CLOCK - 150_000), 1024).feedback().capacityTokens())
        .isEqualTo(105_000);
    assertThat(truth(beyond(3072, CLOCK - 150_000), 895)).isEqualTo(Lesson.NONE);
    assertThat(truth(beyond(3200, CLOCK - 150_000), 1024)).isEqualTo(Lesson.NONE);
  }

  @Test
  void ofTwoEntriesThatLeadEquallyDeepTheUnconfirmedOneCounts() {
    for (boolean confirmed : new boolean[] {true, false}) {
      // given
      Owner shallow =
          new Owner(V0.id(), CLOCK - 10, 0, Contexts.NOW, Optional.of(DEEPEST), confirmed);
      Contexts context =
          new Contexts(CHAIN)
              .target(row(V0))
              .owned(CHAIN.anchors().getFirst(), shallow)
              .owned(DEEPEST, owner(V0, CLOCK - 10, !confirmed));

      // then
      assertThat(truth(context, 0)).isEqualTo(Lesson.NONE);
    }
  }

  @Test
  void aSpentClaimLeadsWhereItLedOrToThePromptsEnd() {
    // given
    Anchor led = new Anchor(3072, LONG.hashAt(3072));
    Anchor foreign = new Anchor(3072, DEEPEST.hash());

    // then
    assertThat(tipOfSpent(Optional.of(led))).contains(led);
    assertThat(tipOfSpent(Optional.of(foreign))).isEqualTo(LONG.tip()).isPresent();
    assertThat(tipOfSpent(Optional.empty())).isEqualTo(LONG.tip());
  }

  @Test
  void claimsOfAnotherGenerationAreNone() {
    TargetRow bumped = Contexts.state(V0, CLOCK, 1, false);

    assertThat(lesson(bumped, V0, 10, true, 0)).isEqualTo(Lesson.NONE);
  }

  @Test
  void anOwnerThatCountsAsEvictedIsTriedWhereThatCostsNothing() {
    for (Target holder : Contexts.fleet(4).targets()) {
      // given
      Contexts context = new Contexts(CHAIN).owned(DEEPEST, owner(holder, 0, true));
      Contexts.fleet(4)
          .targets()
          .forEach(t -> context.target(Contexts.state(t, 2 * CAPACITY, 0, false)));

      // then
      assertThat(decide(context)).isEqualTo(holder);
      TargetRow busy = Contexts.state(holder, 2 * CAPACITY, 0, false);
      context.target(
          busy.with(new Health(0, Contexts.NOW, Contexts.NOW, Contexts.NOW.plusSeconds(2))));
      assertThat(decide(context)).isNotEqualTo(holder);
    }
  }

  /** The new capacity where the entry stands for so many tokens; 0 if there is no lesson. */
  private static long ofTokens(int tokens, long distance, long cachedTokens) {
    PoolFacts facts = Contexts.FACTS.withBytesPerToken((double) DEEPEST.depthBytes() / tokens);
    Contexts context =
        new Contexts(CHAIN)
            .facts(facts)
            .target(row(V0))
            .owned(DEEPEST, owner(V0, CLOCK - distance, true));
    return truth(context, cachedTokens).feedback().capacityTokens();
  }

  /** An entry of 1,024 tokens, and one just used that leads down to some shallower depth. */
  private static Contexts beyond(int depthBytes, long clock) {
    Anchor led = new Anchor(depthBytes, LONG.hashAt(depthBytes));
    return new Contexts(LONG)
        .target(row(V0))
        .owned(
            LONG.anchors().getFirst(),
            new Owner(V0.id(), CLOCK, 0, Contexts.NOW, Optional.of(led), true))
        .owned(LONG.anchors().getLast(), owner(V0, clock, true));
  }

  private static Optional<Anchor> tipOfSpent(Optional<Anchor> tip) {
    Contexts context =
        new Contexts(LONG)
            .target(row(V0))
            .owned(
                LONG.anchors().getFirst(),
                new Owner(V0.id(), CLOCK - 10, 0, Contexts.NOW, tip, true));
    return truth(context, 0).spent().orElseThrow().update().owner().tip();
  }

  private static Target decide(Contexts context) {
    return ((RoutingDecision.Routed) new PrefixAffinityPolicy().decide(context.build())).target();
  }

  private static ColdClaims counted(long since) {
    TargetRow row = row(V0).with(new Learned(0, 0, 2, since));
    return lesson(row, V0, 10, true, 0).feedback().coldClaims();
  }

  private static Lesson pinned(TargetRow load, long distance) {
    TargetRow row =
        new TargetRow(
            V0.id(),
            CLOCK,
            0,
            load.prefill(),
            load.sequences(),
            load.context(),
            load.inserted(),
            false);
    return lesson(row, V0, distance, true, 0);
  }

  private static Lesson lesson(long distance, boolean confirmed, long cachedTokens) {
    return lesson(row(V0), V0, distance, confirmed, cachedTokens);
  }

  private static Lesson lesson(
      TargetRow row, Target target, long distance, boolean confirmed, long cachedTokens) {
    RoutingContext context = context(row, target, distance, confirmed);
    return new CacheTruth(context, target).lesson(OptionalLong.of(cachedTokens), row);
  }

  private static Lesson truth(Contexts context, long cachedTokens) {
    return new CacheTruth(context.build(), V0).lesson(OptionalLong.of(cachedTokens), row(V0));
  }

  private static RoutingContext context(
      TargetRow row, Target target, long distance, boolean confirmed) {
    return new Contexts(CHAIN)
        .fleet(new Fleet(List.of(target)))
        .target(row)
        .owned(DEEPEST, owner(target, CLOCK - distance, confirmed))
        .build();
  }

  private static Owner owner(Target target, long clock, boolean confirmed) {
    return new Owner(target.id(), clock, 0, Contexts.NOW, Optional.empty(), confirmed);
  }

  private static TargetRow row(Target target) {
    return Contexts.state(target, CLOCK, 0, false);
  }
}
