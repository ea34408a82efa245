package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OwnershipUpkeepTest {
  private static final Target V0 = Contexts.target(0);
  private static final Target V1 = Contexts.target(1);
  private static final String SYSTEM = "instructions ".repeat(400);
  private static final OptionalLong NOT_TOLD = OptionalLong.empty();

  /** Five messages, the last of which ends far behind the deepest anchor; and two more. */
  private static final PrefixChain LONG =
      Contexts.chain(SYSTEM, "q", "a", "q", "a", "long ".repeat(1_200));

  private static final PrefixChain LONGER =
      Contexts.chain(SYSTEM, "q", "a", "q", "a", "long ".repeat(1_200), "answer", "a".repeat(300));

  @Test
  void aNewPromptLeavesAWayToItsEnd() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Rows rows = new Rows();

    // when
    List<PrefixUpdate> writes = rows.serve(chain, V0, NOT_TOLD);

    // then
    assertThat(writes).hasSize(1);
    assertThat(writes.getFirst().anchor()).isEqualTo(chain.anchors().getLast());
    assertThat(writes.getFirst().owner().tip()).isEqualTo(chain.tip());
    assertThat(writes.getFirst().owner().confirmed()).isFalse();
    assertThat(rows.heldBytes(chain, V0)).isEqualTo(chain.tip().orElseThrow().depthBytes());
  }

  @Test
  void repeatedIdenticalUseWritesNothingUntilDue() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    OptionalLong all = OptionalLong.of(Contexts.FACTS.tokens(chain.lengthBytes()));
    Rows rows = new Rows();
    rows.serve(chain, V0, NOT_TOLD);

    // then
    for (int i = 0; i < 50; i++) {
      rows.now = rows.now.plusSeconds(5);
      rows.clock += 90;
      assertThat(rows.serve(chain, V0, all)).isEmpty();
    }
    rows.now = rows.now.plus(Contexts.TTL.dividedBy(2));
    assertThat(rows.serve(chain, V0, all)).hasSize(1);
    rows.clock += Contexts.FACTS.capacityTokens() / 10;
    assertThat(rows.serve(chain, V0, all)).hasSize(1);
    assertThat(rows.serve(chain, V0, all)).isEmpty();
  }

  @Test
  void eachTurnOfASessionFindsExactlyWhatTheLastOneSent() {
    Seeds.forAll(
        20,
        (seed, random) -> {
          // given
          Rows rows = new Rows();
          List<String> texts = new ArrayList<>(List.of(SYSTEM));
          int last = 0;

          for (int turn = 0; turn < 40; turn++) {
            // when
            texts.add(("question " + random.nextLong()).repeat(1 + random.nextInt(20)));
            PrefixChain chain = Contexts.chain(texts.toArray(String[]::new));
            int held = rows.heldBytes(chain, V0);
            List<PrefixUpdate> writes = rows.serve(chain, V0, NOT_TOLD);
            texts.add(("answer " + random.nextLong()).repeat(1 + random.nextInt(40)));
            rows.now = rows.now.plusSeconds(random.nextInt(20));

            // then
            assertThat(held).isEqualTo(last);
            assertThat(writes).hasSizeLessThanOrEqualTo(3);
            last = chain.tip().orElseThrow().depthBytes();
          }
        });
  }

  @Test
  void interleavedSessionsOfOneSystemPromptEachFindTheirOwnEnd() {
    // given
    Rows rows = new Rows();
    List<List<String>> sessions = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sessions.add(new ArrayList<>(List.of(SYSTEM)));
    }

    for (int turn = 0; turn < 6; turn++) {
      for (int i = 0; i < sessions.size(); i++) {
        // when
        List<String> texts = sessions.get(i);
        PrefixChain before = Contexts.chain(texts.toArray(String[]::new));
        texts.add(("question " + i + "/" + turn + " ").repeat(10));
        PrefixChain chain = Contexts.chain(texts.toArray(String[]::new));
        int held = rows.heldBytes(chain, V0);
        rows.serve(chain, V0, NOT_TOLD);
        rows.now = rows.now.plusMillis(100);

        // then
        int lastSent = turn == 0 ? 0 : chainBytesWithoutAnswer(before);
        assertThat(held).isGreaterThanOrEqualTo(lastSent);
        texts.add("answer " + i + "/" + turn);
      }
    }
  }

  @Test
  void aSharedDepthProvenByTheEngineGetsARow() {
    // given
    PrefixChain first = Contexts.chain(SYSTEM, "question ".repeat(60));
    PrefixChain second = Contexts.chain(SYSTEM, "something else ".repeat(40));
    Rows rows = new Rows();
    rows.serve(first, V0, OptionalLong.of(0));
    Anchor shared =
        second.anchors().stream().filter(first::reaches).reduce((a, b) -> b).orElseThrow();

    // when
    List<PrefixUpdate> writes =
        rows.serve(second, V0, OptionalLong.of(Contexts.FACTS.tokens(shared.depthBytes())));

    // then
    assertThat(writes)
        .anySatisfy(
            u -> {
              assertThat(u.anchor()).isEqualTo(shared);
              assertThat(u.owner().confirmed()).isTrue();
            });
    assertThat(rows.heldBytes(Contexts.chain(SYSTEM, "third ".repeat(100)), V0))
        .isEqualTo(shared.depthBytes());
  }

  @Test
  void aSpillJoinsTheDeepestKnownRowBeforeTheAnswer() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Rows rows = new Rows();
    rows.serve(chain, V0, NOT_TOLD);

    // when
    PrefixUpdate joined = new OwnershipUpkeep(rows.context(chain), V1).atStart().orElseThrow();

    // then
    assertThat(joined.anchor()).isEqualTo(chain.anchors().getLast());
    assertThat(joined.owner().target()).isEqualTo(V1.id());
  }

  @Test
  void whoComesBeforeTheFirstAnswerFindsTheWholeInstructions() {
    // given
    PrefixChain first = Contexts.chain(SYSTEM, "question ".repeat(60));
    PrefixChain second = Contexts.chain(SYSTEM, "something else ".repeat(40));
    Anchor claimed = first.anchors().getFirst();
    Owner owner = new OwnershipUpkeep(new Rows().context(first), V0).claimant(claimed);

    // when
    Holdings held = new Holdings(new Contexts(second).owned(claimed, owner).build());

    // then
    int instructions = second.instructions().orElseThrow().depthBytes();
    assertThat(instructions).isGreaterThan(claimed.depthBytes());
    assertThat(held.depthBytes(V0.id())).isEqualTo(instructions);
  }

  @Test
  void aSpillJoinsTheSharedRowThoughItHasClaimedADeeperOneForItself() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Anchor shared = chain.anchors().getFirst();
    Anchor claimed = chain.anchors().getLast();
    Contexts context =
        new Contexts(chain)
            .owned(shared, Contexts.owner(V0))
            .owned(claimed, new OwnershipUpkeep(new Rows().context(chain), V1).claimant(claimed));

    // when
    Optional<PrefixUpdate> joined = new OwnershipUpkeep(context.build(), V1).atStart();

    // then
    assertThat(joined).map(PrefixUpdate::anchor).contains(shared);
  }

  @Test
  void anOwnerOfAnEarlierGenerationJoinsAgain() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Rows rows = new Rows();
    rows.serve(chain, V0, NOT_TOLD);

    // when
    rows.generation++;

    // then
    assertThat(rows.heldBytes(chain, V0)).isZero();
    assertThat(rows.serve(chain, V0, NOT_TOLD)).isNotEmpty();
    assertThat(rows.heldBytes(chain, V0)).isPositive();
  }

  @Test
  void everyUpdateEndsOneTimeToLiveFromNow() {
    PrefixChain chain = Contexts.chain(SYSTEM, "question");

    assertThat(new Rows().serve(chain, V0, NOT_TOLD))
        .allSatisfy(u -> assertThat(u.expiresAt()).isEqualTo(Contexts.NOW.plus(Contexts.TTL)));
  }

  @Test
  void writesAtMostTwoRowsAfterTheAnswer() {
    Seeds.forAll(
        300,
        (seed, random) -> {
          Rows rows = new Rows();
          for (int i = 0; i < 12; i++) {
            String[] texts = {SYSTEM, "q" + random.nextInt(3), "answer", "r" + random.nextInt(3)};
            PrefixChain chain = Contexts.chain(texts);
            Target target = Contexts.target(random.nextInt(3));
            OwnershipUpkeep upkeep = new OwnershipUpkeep(rows.context(chain), target);

            assertThat(upkeep.atEnd(OptionalLong.of(random.nextInt(2000))))
                .hasSizeLessThanOrEqualTo(2)
                .extracting(PrefixUpdate::anchor)
                .doesNotHaveDuplicates();
            rows.serve(chain, target, OptionalLong.of(random.nextInt(2000)));
            rows.now = rows.now.plusSeconds(random.nextInt(400));
            rows.clock += random.nextInt(9000);
          }
        });
  }

  @Test
  void steadyTrafficOnOnePrefixSeldomWritesItsRow() {
    // given
    Rows rows = new Rows();
    Map<PrefixHash, Integer> writes = new HashMap<>();
    // One second of traffic: the same examples, then a question of the caller's own.
    for (int i = 0; i < 1000; i++) {
      PrefixChain chain =
          Contexts.chain(SYSTEM, "example ".repeat(30), "answer", ("question " + i).repeat(30));

      // when
      List<PrefixUpdate> updates = rows.serve(chain, V0, OptionalLong.of(i == 0 ? 0 : 1300));
      rows.now = rows.now.plusMillis(1);
      rows.clock += 20;

      // then
      updates.forEach(u -> writes.merge(u.anchor().hash(), 1, Integer::sum));
    }
    // 20,000 tokens in a cache of 100,000 are due twice; the rest is the first answers'.
    assertThat(writes.values()).isNotEmpty().allMatch(n -> n <= 10);
  }

  @Test
  void aTipThatNobodyContinuesGivesWayAfterARest() {
    // given
    PrefixChain first = Contexts.chain(SYSTEM, "example ".repeat(30), "answer", "one ".repeat(60));
    PrefixChain second = Contexts.chain(SYSTEM, "example ".repeat(30), "answer", "two ".repeat(60));
    Rows rows = new Rows();
    rows.serve(first, V0, NOT_TOLD);
    int shared = rows.heldBytes(second, V0);

    // when
    rows.serve(second, V0, NOT_TOLD);
    int atOnce = rows.heldBytes(second, V0);
    rows.now = rows.now.plus(Duration.ofSeconds(5));
    rows.serve(second, V0, NOT_TOLD);

    // then
    assertThat(atOnce).isEqualTo(shared);
    assertThat(rows.heldBytes(second, V0)).isEqualTo(second.tip().orElseThrow().depthBytes());
  }

  @Test
  void ofTheRowsThatAreDueTheOneThatWentLongestWithoutIsTouched() {
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Anchor shared = chain.anchors().getFirst();
    Anchor own = chain.anchors().getLast();
    long clock = 50_000;
    Contexts context =
        new Contexts(chain)
            .target(Contexts.state(V0, clock, 0, false))
            .owned(own, ownedSince(V0, clock / 2, Contexts.NOW))
            .owned(shared, ownedSince(V0, clock / 4, Contexts.NOW));

    assertThat(new OwnershipUpkeep(context.build(), V0).atStart())
        .map(PrefixUpdate::anchor)
        .contains(shared);
  }

  @Test
  void aFullRowIsJoinedOnlyInThePlaceOfAnOwnerThatHasRested() {
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Anchor shared = chain.anchors().getLast();
    for (int rest : List.of(4, 5)) {
      Instant lastUse = Contexts.NOW.minusSeconds(rest);
      Owner[] owners =
          IntStream.rangeClosed(1, PrefixRow.MAX_OWNERS)
              .mapToObj(i -> ownedSince(Contexts.target(i), 0, i == 1 ? lastUse : Contexts.NOW))
              .toArray(Owner[]::new);
      Contexts context = new Contexts(chain).owned(shared, owners).fleet(Contexts.fleet(9));
      OwnershipUpkeep stranger = new OwnershipUpkeep(context.build(), V0);

      boolean rested = rest == 5;
      assertThat(stranger.atStart().isPresent()).isEqualTo(rested);
      assertThat(stranger.atEnd(NOT_TOLD).isEmpty()).isNotEqualTo(rested);
    }
  }

  private static Owner ownedSince(Target target, long clock, Instant lastUse) {
    return new Owner(target.id(), clock, 0, lastUse, Optional.empty(), false);
  }

  @Test
  void atTheStartATargetJoinsNoRowButTheDeepestThatOthersOwn() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Contexts context =
        new Contexts(chain)
            .owned(chain.anchors().getFirst(), Contexts.owner(V1))
            .owned(chain.anchors().getLast(), Contexts.owner(V1));

    // then
    assertThat(new OwnershipUpkeep(context.build(), V0).atStart())
        .map(PrefixUpdate::anchor)
        .contains(chain.anchors().getLast());
  }

  @Test
  void aTargetThatStandsInTheDeepestSharedRowJoinsNoOther() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Contexts context =
        new Contexts(chain)
            .owned(chain.anchors().getFirst(), Contexts.owner(V1))
            .owned(chain.anchors().getLast(), Contexts.owner(V0), Contexts.owner(V1));

    // then
    assertThat(new OwnershipUpkeep(context.build(), V0).atStart()).isEmpty();
  }

  @Test
  void aVoidEntryIsWrittenAnewAtTheStart() {
    // given: its cache began anew since
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Anchor row = chain.anchors().getLast();
    Contexts context =
        new Contexts(chain).owned(row, Contexts.owner(V0)).target(Contexts.state(V0, 0, 1, false));

    // when
    PrefixUpdate write = new OwnershipUpkeep(context.build(), V0).atStart().orElseThrow();

    // then
    assertThat(write.anchor()).isEqualTo(row);
    assertThat(write.owner().generation()).isEqualTo(1);
  }

  @Test
  void aVoidEntryIsNoWayToTheEnd() {
    // given
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    Anchor row = chain.anchors().getLast();
    Owner ended = new Owner(V0.id(), 0, 0, Contexts.NOW, chain.tip(), true);
    Contexts context = new Contexts(chain).owned(row, ended);

    // then
    assertThat(new OwnershipUpkeep(context.build(), V0).atEnd(NOT_TOLD)).isEmpty();
    context.target(Contexts.state(V0, 0, 1, false));
    assertThat(new OwnershipUpkeep(context.build(), V0).atEnd(NOT_TOLD))
        .extracting(PrefixUpdate::anchor)
        .containsExactly(row);
  }

  @Test
  void anEntryIsDueOnceATenthOfTheCacheHasMovedOrHalfTheTimeToLiveHasPassed() {
    Duration half = Contexts.TTL.dividedBy(2);

    assertThat(touched(9_999, half.minusMillis(1), true)).isEmpty();
    assertThat(touched(10_000, Duration.ZERO, true)).isPresent();
    assertThat(touched(0, half, true)).isPresent();
  }

  @Test
  void aTouchLeavesATipThatThePromptContinuesAndReplacesAnyOther() {
    // given
    Anchor own = new Anchor(4480, LONG.hashAt(4480));
    Anchor foreign = new Anchor(4480, LONG.hashAt(4352));

    // then
    assertThat(touched(10_000, Optional.of(own), true).tip()).contains(own);
    assertThat(touched(10_000, Optional.of(foreign), true).tip())
        .isEqualTo(LONG.instructions())
        .isPresent();
    assertThat(touched(10_000, Optional.empty(), true).tip()).isEqualTo(LONG.instructions());
  }

  @Test
  void aTouchKeepsAnEntryConfirmedWhileItsTipStandsAndNothingCanHaveBeenEvicted() {
    // given
    Optional<Anchor> own = Optional.of(new Anchor(4480, LONG.hashAt(4480)));
    Optional<Anchor> foreign = Optional.of(new Anchor(4480, LONG.hashAt(4352)));

    // then
    assertThat(touched(24_999, own, true).confirmed()).isTrue();
    assertThat(touched(25_000, own, true).confirmed()).isFalse();
    assertThat(touched(10_000, own, false).confirmed()).isFalse();
    assertThat(touched(10_000, foreign, true).confirmed()).isFalse();
    assertThat(touched(10_000, Optional.empty(), true).confirmed()).isFalse();
  }

  @Test
  void beforeTheAnswerAnEntryLeadsToTheInstructionsEndOrFromThereOnToThePrompts() {
    // given
    OwnershipUpkeep upkeep = new OwnershipUpkeep(new Contexts(LONG).build(), V0);
    Anchor end = LONG.instructions().orElseThrow();

    // then
    assertThat(upkeep.claimant(LONG.anchors().getFirst()).tip()).contains(end);
    assertThat(upkeep.claimant(end).tip()).isEqualTo(LONG.tip()).isPresent();
    assertThat(upkeep.claimant(LONG.anchors().getLast()).tip()).isEqualTo(LONG.tip());
  }

  @Test
  void anEndIsConfirmedWhereTheEngineDeliveredMostOfWhatItsRowLedTo() {
    // given: blocks are rounded, so seven eighths will do
    Anchor row = LONG.anchors().getLast();
    Anchor led = LONG.tip().orElseThrow();
    long enough = Contexts.FACTS.tokens(led.depthBytes()) * 7 / 8;
    assertThat(enough).isGreaterThan(Contexts.FACTS.tokens(row.depthBytes()));

    // then
    assertThat(isEndConfirmed(row, Optional.of(led), enough)).isTrue();
    assertThat(isEndConfirmed(row, Optional.of(led), enough - 1)).isFalse();
  }

  @Test
  void anEndIsConfirmedOnlyWhereTheEngineDeliveredAllOfItsRow() {
    // given
    Anchor row = LONG.anchors().getLast();
    long tokens = Contexts.FACTS.tokens(row.depthBytes());

    // then
    assertThat(isEndConfirmed(row, Optional.empty(), tokens)).isTrue();
    assertThat(isEndConfirmed(row, Optional.empty(), tokens - 1)).isFalse();
  }

  @Test
  void aNewRowIsConfirmedWhereTheEngineDeliveredMostOfWhatWasKnownOfTheConversation() {
    // given
    PrefixChain first = Contexts.chain(SYSTEM, "question ".repeat(60));
    PrefixChain second =
        Contexts.chain(SYSTEM, "question ".repeat(60), "answer ".repeat(400), "again");
    Anchor known = first.anchors().getLast();
    Owner owner = new Owner(V0.id(), 0, 0, Contexts.NOW, first.tip(), true);
    RoutingContext context = new Contexts(second).owned(known, owner).build();
    long enough = Contexts.FACTS.tokens(first.tip().orElseThrow().depthBytes()) * 7 / 8;

    // then
    assertThat(isNewRowConfirmed(context, OptionalLong.of(enough))).isTrue();
    assertThat(isNewRowConfirmed(context, OptionalLong.of(enough - 1))).isFalse();
    assertThat(isNewRowConfirmed(context, NOT_TOLD)).isFalse();
  }

  @Test
  void aNewRowIsNotConfirmedByADeliveredBeginningThatAllShare() {
    // given: nothing is known of the conversation but its instructions
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(600));
    Anchor instructions = chain.instructions().orElseThrow();
    RoutingContext shared = new Contexts(chain).owned(instructions, Contexts.owner(V0)).build();
    OptionalLong cached = OptionalLong.of(Contexts.FACTS.tokens(instructions.depthBytes()));

    // then
    assertThat(isNewRowConfirmed(shared, cached)).isFalse();
    assertThat(isNewRowConfirmed(new Contexts(chain).build(), OptionalLong.of(0))).isFalse();
  }

  @Test
  void aNewRowIsConfirmedWhereTheEngineDeliveredAllOfIt() {
    // given: a sibling that another router sent there
    PrefixChain chain = Contexts.chain(SYSTEM, "question ".repeat(60));
    long tokens = Contexts.FACTS.tokens(chain.anchors().getLast().depthBytes());
    RoutingContext unknown = new Contexts(chain).build();

    // then
    assertThat(isNewRowConfirmed(unknown, OptionalLong.of(tokens))).isTrue();
    assertThat(isNewRowConfirmed(unknown, OptionalLong.of(tokens - 1))).isFalse();
  }

  /** The entry in the shallowest row, which is 1,000,000 tokens old, after a start; if written. */
  private static Optional<Owner> touched(long moved, Duration age, boolean confirmed) {
    return touched(moved, age, Optional.empty(), confirmed);
  }

  private static Owner touched(long moved, Optional<Anchor> tip, boolean confirmed) {
    return touched(moved, Duration.ZERO, tip, confirmed).orElseThrow();
  }

  private static Optional<Owner> touched(
      long moved, Duration age, Optional<Anchor> tip, boolean confirmed) {
    Owner owner = new Owner(V0.id(), 1_000_000, 0, Contexts.NOW.minus(age), tip, confirmed);
    RoutingContext context =
        new Contexts(LONG)
            .owned(LONG.anchors().getFirst(), owner)
            .target(Contexts.state(V0, 1_000_000 + moved, 0, false))
            .build();
    return new OwnershipUpkeep(context, V0).atStart().map(PrefixUpdate::owner);
  }

  /** Whether a prompt that goes on from LONG is confirmed in a row that led somewhere before. */
  private static boolean isEndConfirmed(Anchor row, Optional<Anchor> led, long cachedTokens) {
    Owner owner = new Owner(V0.id(), 0, 0, Contexts.NOW, led, true);
    List<PrefixUpdate> writes =
        new OwnershipUpkeep(new Contexts(LONGER).owned(row, owner).build(), V0)
            .atEnd(OptionalLong.of(cachedTokens));
    assertThat(writes.getFirst().anchor()).isEqualTo(row);
    assertThat(writes.getFirst().owner().tip()).isEqualTo(LONGER.tip());
    return writes.getFirst().owner().confirmed();
  }

  private static boolean isNewRowConfirmed(RoutingContext context, OptionalLong cachedTokens) {
    Anchor deepest = context.chain().anchors().getLast();
    assertThat(context.view().prefixes()).doesNotContainKey(deepest.hash());
    return new OwnershipUpkeep(context, V0)
        .atEnd(cachedTokens).stream()
            .filter(u -> u.anchor().equals(deepest))
            .findFirst()
            .orElseThrow()
            .owner()
            .confirmed();
  }

  private static int chainBytesWithoutAnswer(PrefixChain withAnswer) {
    // The answer is shorter than a block, so one block may lie in it and one may be cut by it.
    return withAnswer.lengthBytes() - 2 * PrefixChain.BLOCK_BYTES;
  }

  /** The rows of one pool, written by requests that follow each other. */
  private static final class Rows {
    private TableView view = TableView.EMPTY;
    private Instant now = Contexts.NOW;
    private long clock;
    private long generation;

    RoutingContext context(PrefixChain chain) {
      TableView seen = view.with(Contexts.state(V0, clock, generation, false));
      return new RoutingContext(chain, seen, Contexts.fleet(4), Contexts.FACTS, now, 0);
    }

    int heldBytes(PrefixChain chain, Target target) {
      return new Holdings(context(chain)).depthBytes(target.id());
    }

    List<PrefixUpdate> serve(PrefixChain chain, Target target, OptionalLong cachedTokens) {
      OwnershipUpkeep upkeep = new OwnershipUpkeep(context(chain), target);
      List<PrefixUpdate> updates = new ArrayList<>();
      upkeep.atStart().ifPresent(updates::add);
      updates.addAll(upkeep.atEnd(cachedTokens));
      updates.forEach(this::apply);
      return updates;
    }

    private void apply(PrefixUpdate update) {
      PrefixHash hash = update.anchor().hash();
      List<Owner> owners =
          new ArrayList<>(
              Optional.ofNullable(view.prefixes().get(hash))
                  .map(PrefixRow::owners)
                  .orElse(List.of()));
      owners.removeIf(o -> o.target().equals(update.owner().target()));
      owners.add(update.owner());
      view =
          view.with(
              new PrefixRow(hash, update.anchor().depthBytes(), 0, owners, update.expiresAt()));
    }
  }
}
