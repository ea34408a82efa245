package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.LeasedFleet;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.TableWrite.BumpGeneration;
import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.LeaseFleet;
import dev.warmpath.router.port.TableWrite.LeaseProbe;
import dev.warmpath.router.port.TableWrite.PutFleet;
import dev.warmpath.router.port.TableWrite.RecordOwner;
import dev.warmpath.router.port.TableWrite.SpendClaim;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.CacheTruth;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.Feedback.ColdClaims;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Learned;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every affinity table does, whatever keeps its rows. */
public abstract class AffinityTableContract {
  private static final Duration TTL = Duration.ofMinutes(10);
  private static final PrefixHash HASH = new PrefixHash(0x0123456789abcdefL, 0x42);
  private static final Anchor ANCHOR = new Anchor(1024, HASH);

  private final FakeClock clock = new FakeClock();
  private final Instant now = clock.instant();
  // Names of its own for each test: the tests of an adapter may share one table.
  private final String pool = UUID.randomUUID().toString().substring(0, 16);
  private final TargetId target = new TargetId("endpoint-" + pool + "/blue");
  private final String endpoint = "endpoint-" + pool;
  private final ExecutorService racers = Executors.newFixedThreadPool(2);
  private AffinityTable table = new Untold();

  /** A table that may hold rows of other tests. */
  protected abstract AffinityTable table(InstantSource clock);

  /** The item behind a row, as it is stored. */
  protected abstract Optional<Item> stored(String key);

  /** How often races are run. */
  protected abstract int rounds();

  @BeforeEach
  void makeTable() {
    table = table(clock);
  }

  @AfterEach
  void stopRacers() {
    racers.close();
  }

  @Test
  void findsNothingInAnEmptyTable() {
    // when
    TableRead.Rows rows = read();

    // then
    assertThat(rows.view().prefixes()).isEmpty();
    assertThat(rows.view().targets()).isEmpty();
    assertThat(rows.fleets()).isEmpty();
  }

  @Test
  void readsNothingWhereNothingIsAskedFor() {
    // when
    TableRead read = table.read(new TableQuery(pool, List.of(), List.of(), List.of(), now));

    // then
    assertThat(read).isInstanceOf(TableRead.Rows.class);
    assertThat(table.units()).isEqualTo(TableUnits.NONE);
  }

  @Test
  void readsARowOnceThatIsAskedForTwice() {
    // given
    table.claim(claim(0, owner("blue")));

    // when
    TableRead read =
        table.read(
            new TableQuery(pool, List.of(ANCHOR, ANCHOR), List.of(target, target), List.of(), now));

    // then
    assertThat(read).isInstanceOf(TableRead.Rows.class);
    assertThat(table.units()).isEqualTo(new TableUnits(1, 1));
  }

  @Test
  void aClaimOfANewRowWins() {
    // given
    Owner owner = owner("blue");

    // when
    ClaimResult result = table.claim(claim(0, owner));

    // then
    PrefixRow row = new PrefixRow(HASH, 1024, 1, List.of(owner), now.plus(TTL));
    assertThat(result).isEqualTo(new ClaimResult.Won(row));
    assertThat(read().view().prefixes()).isEqualTo(Map.of(HASH, row));
  }

  @Test
  void aClaimOfTheVersionReadReplacesAllOwners() {
    // given
    table.claim(claim(0, owner("blue")));
    record(owner("green"));
    long version = row().version();

    // when
    ClaimResult result = table.claim(claim(version, owner("red")));

    // then
    assertThat(result).isInstanceOf(ClaimResult.Won.class);
    assertThat(row().owners()).containsExactly(owner("red"));
    assertThat(row().version()).isEqualTo(version + 1);
  }

  @Test
  void aLoserLearnsTheWinner() {
    // given
    table.claim(claim(0, owner("blue")));

    // when
    ClaimResult result = table.claim(claim(0, owner("green")));

    // then
    assertThat(result).isEqualTo(new ClaimResult.Lost(row()));
    assertThat(row().owners()).containsExactly(owner("blue"));
  }

  @Test
  void aClaimLosesAgainstAnOwnerThatJoinedSinceTheRead() {
    // given
    table.claim(claim(0, owner("blue")));
    record(owner("green"));

    // when
    ClaimResult result = table.claim(claim(1, owner("red")));

    // then
    assertThat(result).isEqualTo(new ClaimResult.Lost(row()));
    assertThat(row().owners()).containsExactlyInAnyOrder(owner("blue"), owner("green"));
  }

  @Test
  void aClaimLosesAgainstARowThatSomebodyElseRecorded() {
    // given
    record(owner("blue"));

    // when
    ClaimResult result = table.claim(claim(0, owner("green")));

    // then
    assertThat(result).isEqualTo(new ClaimResult.Lost(row()));
  }

  @Test
  void aRowPastItsEndIsNotReadAndMayBeClaimedAsNew() {
    // given
    table.claim(claim(0, owner("blue")));
    table.claim(claim(1, owner("blue")));
    clock.advance(TTL);

    // when
    TableRead.Rows before = read();
    ClaimResult result = table.claim(claim(0, owner("green")));

    // then
    assertThat(before.view().prefixes()).isEmpty();
    assertThat(result).isInstanceOf(ClaimResult.Won.class);
    assertThat(row().owners()).containsExactly(owner("green"));
  }

  @Test
  void aRowIsReadUntilItsEnd() {
    // given
    table.claim(claim(0, owner("blue")));

    // when
    clock.advance(TTL.minusMillis(1));

    // then
    assertThat(read().view().prefixes()).containsKey(HASH);
  }

  @Test
  void exactlyOneOfTwoRacingClaimsWinsAndTheLoserSeesIt() throws Exception {
    for (int round = 0; round < rounds(); round++) {
      // given
      Anchor anchor = new Anchor(1024, new PrefixHash(round, 7));

      // when
      List<ClaimResult> results =
          race(
              () -> table.claim(claim(anchor, 0, owner("blue"))),
              () -> table.claim(claim(anchor, 0, owner("green"))));

      // then
      boolean firstWon = results.getFirst() instanceof ClaimResult.Won;
      ClaimResult winner = firstWon ? results.getFirst() : results.getLast();
      ClaimResult loser = firstWon ? results.getLast() : results.getFirst();
      PrefixRow row =
          new PrefixRow(
              anchor.hash(), 1024, 1, List.of(owner(firstWon ? "blue" : "green")), now.plus(TTL));
      assertThat(winner).isEqualTo(new ClaimResult.Won(row));
      assertThat(loser).isEqualTo(new ClaimResult.Lost(row));
    }
  }

  @Test
  void recordsAnOwnerInANewRow() {
    // when
    WriteResult result = record(owner("blue"));

    // then
    assertThat(result).isEqualTo(new WriteResult.Done());
    assertThat(row())
        .isEqualTo(new PrefixRow(HASH, 1024, 1, List.of(owner("blue")), now.plus(TTL)));
  }

  @Test
  void aSecondOwnerJoinsTheFirst() {
    // given
    record(owner("blue"));

    // when
    WriteResult result = record(owner("green"));

    // then
    assertThat(result).isEqualTo(new WriteResult.Done());
    assertThat(row().owners()).containsExactlyInAnyOrder(owner("blue"), owner("green"));
    assertThat(row().version()).isEqualTo(2);
  }

  @Test
  void aTouchMovesItsOwnEntryAndTheRowsEndOnly() {
    // given
    record(owner("blue"));
    record(owner("green"));
    clock.advance(Duration.ofMinutes(1));

    // when
    WriteResult result = record(owner("green"));

    // then
    assertThat(result).isEqualTo(new WriteResult.Done());
    assertThat(row().owners()).containsExactly(owner("green"), owner("blue", now));
    assertThat(row().version()).isEqualTo(2);
    assertThat(row().expiresAt()).isEqualTo(clock.instant().plus(TTL));
  }

  @Test
  void racingTouchesOfTwoOwnersAreBothKept() throws Exception {
    // given
    record(owner("blue"));
    record(owner("green"));
    for (int round = 0; round < rounds(); round++) {
      clock.advance(Duration.ofSeconds(1));

      // when
      List<WriteResult> results = race(() -> record(owner("blue")), () -> record(owner("green")));

      // then
      assertThat(results).containsOnly(new WriteResult.Done());
      assertThat(row().owners()).containsExactlyInAnyOrder(owner("blue"), owner("green"));
    }
  }

  @Test
  void aJoinerTakesThePlaceOfTheOwnerUsedLongestAgoInAFullRow() {
    // given
    for (int i = 0; i < PrefixRow.MAX_OWNERS; i++) {
      clock.advance(Duration.ofSeconds(1));
      record(owner("v" + i));
    }
    clock.advance(Duration.ofSeconds(1));

    // when
    WriteResult result = record(owner("late"));

    // then
    assertThat(result).isEqualTo(new WriteResult.Done());
    assertThat(row().owners())
        .extracting(Owner::target)
        .containsExactly(ids("late", "v7", "v6", "v5", "v4", "v3", "v2", "v1"));
  }

  @Test
  void anOwnerUsedLongerAgoThanAllOfAFullRowIsRefused() {
    // given
    for (int i = 0; i < PrefixRow.MAX_OWNERS; i++) {
      record(owner("v" + i));
    }
    PrefixRow before = row();

    // when
    WriteResult result = record(owner("late", now.minusSeconds(1)));

    // then
    assertThat(result).isEqualTo(new WriteResult.Refused());
    assertThat(row()).isEqualTo(before);
  }

  @Test
  void fewerOwnersWithLongNamesFitAndTheItemStaysUnderAKilobyte() {
    // given
    String prefix = "e".repeat(63) + "/ic:" + "c".repeat(62);

    // when
    for (int i = 0; i < PrefixRow.MAX_OWNERS; i++) {
      clock.advance(Duration.ofSeconds(1));
      record(owner(new TargetId(prefix + i), clock.instant()));
    }

    // then
    assertThat(row().owners())
        .extracting(Owner::target)
        .containsExactly(
            new TargetId(prefix + 7),
            new TargetId(prefix + 6),
            new TargetId(prefix + 5),
            new TargetId(prefix + 4));
    assertThat(ItemSize.of(storedRow())).isLessThanOrEqualTo(1024);
  }

  @Test
  void anOwnerWhoseNameFillsARowIsRefused() {
    // given
    Owner owner = owner(new TargetId("x".repeat(1000)), now);

    // then
    assertThat(record(owner)).isEqualTo(new WriteResult.Refused());
    assertThat(table.claim(claim(0, owner))).isInstanceOf(ClaimResult.Unavailable.class);
    assertThat(read().view().prefixes()).isEmpty();
  }

  @Test
  void recordingIntoARowPastItsEndBeginsItAnew() {
    // given
    record(owner("blue"));
    record(owner("green"));
    clock.advance(TTL);

    // when
    WriteResult result = record(owner("green"));

    // then
    assertThat(result).isEqualTo(new WriteResult.Done());
    assertThat(row().owners()).containsExactly(owner("green"));
    assertThat(row().version()).isGreaterThan(2);
  }

  @Test
  void startedWorkShowsInItsBuckets() {
    // when
    WriteResult result = table.write(new StartWork(target, new Work(now, 700, 1000)));

    // then
    TargetRow row = targetRow(0, Map.of(0, 700L), Map.of(0, 1L), Map.of(0, 1000L));
    assertThat(result).isEqualTo(new WriteResult.Fresh(row));
    assertThat(read().view().target(target)).isEqualTo(row);
  }

  @Test
  void endedWorkLeavesAndTheClockMoves() {
    // given
    Work work = new Work(now, 700, 1000);
    table.write(new StartWork(target, work));
    clock.advance(Duration.ofSeconds(3));

    // when
    WriteResult result = table.write(end(target, work, 450));

    // then
    assertThat(result)
        .isEqualTo(
            new WriteResult.Fresh(targetRow(450, Map.of(0, 0L), Map.of(0, 0L), Map.of(0, 0L))));
  }

  @Test
  void workThatEndsAfterItsHorizonLeavesNoDebtBehind() {
    // given
    Work work = new Work(now, 700, 1000);
    table.write(new StartWork(target, work));
    clock.advance(TargetRow.SEQUENCE_HORIZON);

    // when
    WriteResult result = table.write(end(target, work, 450));

    // then
    assertThat(result)
        .isEqualTo(new WriteResult.Fresh(targetRow(450, Map.of(), Map.of(), Map.of())));
    assertThat(storedTarget().attributes().keySet())
        .containsExactlyInAnyOrder(
            Item.KEY, Item.TTL, "c", "i" + TargetRow.sequenceBucket(clock.instant()));
  }

  @Test
  void faultsAddUpUntilAnAnswer() {
    // when
    table.write(end(new Ending.Fault()));
    clock.advance(Duration.ofSeconds(1));
    table.write(end(new Ending.Fault()));
    Health failing = target(target).health();
    table.write(end(new Ending.Neutral()));
    Health neutral = target(target).health();
    table.write(end(new Ending.Answered()));

    // then
    Instant openUntil = now.plusSeconds(1).plus(Breaker.OPEN_TIME);
    assertThat(failing).isEqualTo(new Health(2, openUntil, Instant.EPOCH, Instant.EPOCH));
    assertThat(neutral).isEqualTo(failing);
    assertThat(target(target).health()).isEqualTo(Health.GOOD);
  }

  @Test
  void racingFaultsAreAllCounted() throws Exception {
    // when
    for (int round = 0; round < rounds(); round++) {
      race(() -> table.write(end(new Ending.Fault())), () -> table.write(end(new Ending.Fault())));
    }

    // then
    assertThat(target(target).health().faults()).isEqualTo(2L * rounds());
  }

  @Test
  void aBusyTargetIsSparedForAsLongAsItAsksWithinBounds() {
    // when
    table.write(end(new Ending.Busy(Duration.ofSeconds(2))));
    Health usual = target(target).health();
    table.write(end(new Ending.Busy(Duration.ofDays(1))));
    Health greedy = target(target).health();
    table.write(end(new Ending.Busy(Duration.ofSeconds(-5))));

    // then
    assertThat(usual.busyUntil()).isEqualTo(now.plusSeconds(2));
    assertThat(greedy.busyUntil()).isEqualTo(now.plus(Health.LONGEST_BUSY_TIME));
    assertThat(target(target).health().busyUntil()).isEqualTo(now);
    assertThat(usual.faults()).isZero();
  }

  @Test
  void aProbeIsLeasedOnceUntilItEnds() {
    // when
    WriteResult first = table.write(probe());
    WriteResult second = table.write(probe());
    clock.advance(Breaker.PROBE_TIME);
    WriteResult third = table.write(probe());

    // then
    assertThat(List.of(first, second, third))
        .containsExactly(new WriteResult.Done(), new WriteResult.Refused(), new WriteResult.Done());
    assertThat(target(target).health().probeUntil())
        .isEqualTo(clock.instant().plus(Breaker.PROBE_TIME));
  }

  @Test
  void aProbeOfAWrongClockBlocksNobody() {
    // given
    Instant wrong = now.plus(Duration.ofDays(1));
    table.write(new LeaseProbe(target, wrong, wrong.plus(Breaker.PROBE_TIME)));

    // then
    assertThat(table.write(probe())).isEqualTo(new WriteResult.Done());
  }

  @Test
  void exactlyOneOfTwoRacingProbesIsGranted() throws Exception {
    for (int round = 0; round < rounds(); round++) {
      // given
      clock.advance(Duration.ofMinutes(1));

      // when
      List<WriteResult> results = race(() -> table.write(probe()), () -> table.write(probe()));

      // then
      assertThat(results)
          .containsExactlyInAnyOrder(new WriteResult.Done(), new WriteResult.Refused());
    }
  }

  @Test
  void whatAnswersTeachIsKept() {
    // given
    table.write(end(new Feedback(70_000, 4000, new ColdClaims.First(123))));

    // when
    table.write(end(new Feedback(0, 0, new ColdClaims.Another())));
    Learned two = target(target).learned();
    table.write(end(new Feedback(60_000, 0, new ColdClaims.Same())));
    Learned same = target(target).learned();
    table.write(end(new Feedback(0, 5000, new ColdClaims.Cleared())));

    // then
    assertThat(two).isEqualTo(new Learned(70_000, 4000, 2, 123));
    assertThat(same).isEqualTo(new Learned(60_000, 4000, 2, 123));
    assertThat(target(target).learned()).isEqualTo(new Learned(60_000, 5000, 0, 0));
  }

  @Test
  void aGenerationIsBumpedOnceByAllWhoReadIt() {
    // given
    table.write(end(new Feedback(70_000, 0, new ColdClaims.First(123))));

    // when
    WriteResult first = table.write(new BumpGeneration(target, 0));
    WriteResult again = table.write(new BumpGeneration(target, 0));
    WriteResult next = table.write(new BumpGeneration(target, 1));

    // then
    assertThat(List.of(first, again, next))
        .containsExactly(new WriteResult.Done(), new WriteResult.Refused(), new WriteResult.Done());
    assertThat(target(target).generation()).isEqualTo(2);
    assertThat(target(target).learned()).isEqualTo(new Learned(70_000, 0, 0, 0));
  }

  @Test
  void exactlyOneOfTwoRacersSpendsAClaim() throws Exception {
    // given
    record(owner("blue"));
    for (int round = 0; round < rounds(); round++) {
      SpendClaim spend = spend(owner("green"), row().version());
      SpendClaim known = spend(owner("blue"), row().version());

      // when
      List<WriteResult> results = race(() -> table.write(known), () -> table.write(known));

      // then
      assertThat(results)
          .containsExactlyInAnyOrder(new WriteResult.Done(), new WriteResult.Refused());
      assertThat(row().owners()).extracting(Owner::confirmed).containsExactly(false);
      assertThat(table.write(spend)).isEqualTo(new WriteResult.Refused());
    }
  }

  @Test
  void aClaimInARowThatIsGoneCannotBeSpent() {
    assertThat(table.write(spend(owner("blue"), 0))).isEqualTo(new WriteResult.Refused());
    assertThat(read().view().prefixes()).isEmpty();
  }

  @Test
  void additionsCommute() {
    Seeds.forAll(
        3,
        (seed, random) -> {
          // given
          TargetId own = new TargetId(target.value() + seed);
          List<TableWrite> writes = new ArrayList<>();
          long inserted = 0;
          for (int i = 0; i < 10; i++) {
            Work work = new Work(now.minusSeconds(random.nextInt(4)), 100 + i, 1000 + i);
            writes.add(new StartWork(own, work));
            writes.add(end(own, work, i));
            inserted += i;
          }
          Work open = new Work(now, 5, 6);
          writes.add(new StartWork(own, open));
          Collections.shuffle(writes, new Random(seed));

          // when
          writes.forEach(table::write);

          // then
          TargetRow row = target(own);
          assertThat(row.clock()).isEqualTo(inserted);
          assertThat(sum(row.prefill())).isEqualTo(5);
          assertThat(sum(row.sequences())).isEqualTo(1);
          assertThat(sum(row.context())).isEqualTo(6);
        });
  }

  @Test
  void racingAdditionsAreAllKept() throws Exception {
    // given
    StartWork start = new StartWork(target, new Work(now, 7, 11));

    // when
    for (int round = 0; round < rounds(); round++) {
      race(() -> table.write(start), () -> table.write(start));
    }

    // then
    long starts = 2L * rounds();
    assertThat(read().view().target(target))
        .isEqualTo(targetRow(0, Map.of(0, 7 * starts), Map.of(0, starts), Map.of(0, 11 * starts)));
  }

  @Test
  void aWriterRemovesBucketsPastTheirHorizonThatItHasSeen() {
    // given
    table.write(new StartWork(target, new Work(now, 700, 1000)));
    clock.advance(Duration.ofMinutes(10));
    AffinityTable other = table(clock);
    other.read(new TableQuery(pool, List.of(), List.of(target), List.of(), clock.instant()));

    // when
    other.write(new StartWork(target, new Work(clock.instant(), 5, 6)));

    // then
    long second = TargetRow.prefillBucket(clock.instant());
    long minute = TargetRow.sequenceBucket(clock.instant());
    assertThat(storedTarget().attributes().keySet())
        .containsExactlyInAnyOrder(Item.KEY, Item.TTL, "b" + second, "n" + minute, "x" + minute);
  }

  @Test
  void aTargetsRowPastItsEndIsNotRead() {
    // given
    table.write(new StartWork(target, new Work(now, 700, 1000)));

    // when
    clock.advance(Duration.ofDays(7));

    // then
    assertThat(read().view().targets()).isEmpty();
  }

  @Test
  void anEmptyFleetRowIsLeasedOnceUntilTheLeaseEnds() {
    // when
    WriteResult first = table.write(lease());
    WriteResult second = table.write(lease());
    clock.advance(LeasedFleet.LEASE);
    WriteResult third = table.write(lease());

    // then
    assertThat(List.of(first, second, third))
        .containsExactly(new WriteResult.Done(), new WriteResult.Refused(), new WriteResult.Done());
    assertThat(read().fleets()).isEmpty();
  }

  @Test
  void aFleetIsReadAsItWasPut() {
    // given
    FleetRow row = fleet();

    // when
    WriteResult result = table.write(new PutFleet(row));

    // then
    assertThat(result).isEqualTo(new WriteResult.Done());
    assertThat(read().fleets()).containsExactly(row);
  }

  @Test
  void aFreshFleetIsNotLeasedAndAStaleOneKeepsItsTargetsMeanwhile() {
    // given
    table.write(lease());
    table.write(new PutFleet(fleet()));

    // when
    clock.advance(LeasedFleet.REFRESH.minusMillis(1));
    WriteResult early = table.write(lease());
    clock.advance(Duration.ofMillis(1));
    WriteResult due = table.write(lease());

    // then
    assertThat(early).isEqualTo(new WriteResult.Refused());
    assertThat(due).isEqualTo(new WriteResult.Done());
    FleetRow put = fleet();
    assertThat(read().fleets())
        .containsExactly(
            new FleetRow(endpoint, put.targets(), now, clock.instant().plus(LeasedFleet.LEASE)));
  }

  @Test
  void exactlyOneOfTwoRacingLeasesIsGranted() throws Exception {
    for (int round = 0; round < rounds(); round++) {
      // given
      clock.advance(Duration.ofMinutes(1));

      // when
      List<WriteResult> results = race(() -> table.write(lease()), () -> table.write(lease()));

      // then
      assertThat(results)
          .containsExactlyInAnyOrder(new WriteResult.Done(), new WriteResult.Refused());
    }
  }

  @Test
  void countsUnitsByTheDocumentedRounding() {
    // when, then
    read();
    assertThat(table.units()).isEqualTo(new TableUnits(1.5, 0));
    table.claim(claim(0, owner("blue")));
    table.claim(claim(0, owner("green")));
    assertThat(table.units()).isEqualTo(new TableUnits(1.5, 2));
    record(owner("blue"));
    assertThat(table.units()).isEqualTo(new TableUnits(1.5, 3));
    record(owner("green"));
    assertThat(table.units()).isEqualTo(new TableUnits(1.5, 5));
    table.write(new StartWork(target, new Work(now, 700, 1000)));
    table.write(lease());
    table.write(lease());
    table.write(new PutFleet(fleet()));
    read();
    assertThat(table.units()).isEqualTo(new TableUnits(3, 9));
  }

  private EndWork end(Ending ending) {
    return new EndWork(target, new Work(now, 0, 0), 0, ending, Feedback.NONE);
  }

  private EndWork end(Feedback feedback) {
    return new EndWork(target, new Work(now, 0, 0), 0, new Ending.Answered(), feedback);
  }

  private LeaseProbe probe() {
    return new LeaseProbe(target, clock.instant(), clock.instant().plus(Breaker.PROBE_TIME));
  }

  private SpendClaim spend(Owner owner, long version) {
    Owner unconfirmed =
        new Owner(
            owner.target(), owner.clock(), owner.generation(), owner.lastUse(), owner.tip(), false);
    PrefixUpdate update = new PrefixUpdate(ANCHOR, unconfirmed, clock.instant().plus(TTL));
    return new SpendClaim(pool, new CacheTruth.Spent(update, version));
  }

  private static EndWork end(TargetId target, Work work, long inserted) {
    return new EndWork(target, work, inserted, new Ending.Answered(), Feedback.NONE);
  }

  private Item storedRow() {
    return stored(RowKeys.prefix(pool, HASH)).orElseThrow();
  }

  private Item storedTarget() {
    return stored(RowKeys.target(target)).orElseThrow();
  }

  private TableRead.Rows read() {
    TableQuery query =
        new TableQuery(pool, List.of(ANCHOR), List.of(target), List.of(endpoint), clock.instant());
    return (TableRead.Rows) table.read(query);
  }

  private TargetRow target(TargetId id) {
    TableQuery query = new TableQuery(pool, List.of(), List.of(id), List.of(), clock.instant());
    return ((TableRead.Rows) table.read(query)).view().target(id);
  }

  private PrefixRow row() {
    return Optional.ofNullable(read().view().prefixes().get(HASH)).orElseThrow();
  }

  private ClaimRequest claim(long expectedVersion, Owner owner) {
    return claim(ANCHOR, expectedVersion, owner);
  }

  private ClaimRequest claim(Anchor anchor, long expectedVersion, Owner owner) {
    return new ClaimRequest(pool, anchor, expectedVersion, owner, clock.instant().plus(TTL));
  }

  private WriteResult record(Owner owner) {
    return table.write(
        new RecordOwner(pool, new PrefixUpdate(ANCHOR, owner, clock.instant().plus(TTL))));
  }

  private Owner owner(String name) {
    return owner(name, clock.instant());
  }

  private Owner owner(String name, Instant lastUse) {
    return owner(ids(name)[0], lastUse);
  }

  private Owner owner(TargetId id, Instant lastUse) {
    Optional<Anchor> tip = Optional.of(new Anchor(4096, new PrefixHash(1, 2)));
    return new Owner(id, 123_456, 3, lastUse, tip, true);
  }

  private static TargetId[] ids(String... names) {
    return IntStream.range(0, names.length)
        .mapToObj(i -> new TargetId("my-endpoint/" + names[i]))
        .toArray(TargetId[]::new);
  }

  private TargetRow targetRow(
      long clockTokens,
      Map<Integer, Long> prefill,
      Map<Integer, Long> sequences,
      Map<Integer, Long> context) {
    long second = TargetRow.prefillBucket(now);
    long minute = TargetRow.sequenceBucket(now);
    return new TargetRow(
        target,
        clockTokens,
        0,
        from(second, prefill),
        from(minute, sequences),
        from(minute, context),
        inserted(clockTokens),
        false);
  }

  private Map<Long, Long> inserted(long tokens) {
    return tokens == 0 ? Map.of() : Map.of(TargetRow.sequenceBucket(clock.instant()), tokens);
  }

  private static Map<Long, Long> from(long base, Map<Integer, Long> buckets) {
    return buckets.entrySet().stream()
        .collect(Collectors.toMap(e -> base + e.getKey(), Map.Entry::getValue));
  }

  private static long sum(Map<Long, Long> buckets) {
    return buckets.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void aFleetDescribedOrLeasedByAWrongClockIsLeased() {
    Instant absurd = clock.instant().plus(Duration.ofDays(3));
    table.write(new PutFleet(new FleetRow(endpoint, fleet().targets(), absurd, absurd)));

    assertThat(table.write(lease())).isInstanceOf(WriteResult.Done.class);
    assertThat(table.write(lease())).isInstanceOf(WriteResult.Refused.class);
  }

  private LeaseFleet lease() {
    return new LeaseFleet(endpoint, clock.instant(), clock.instant().plus(LeasedFleet.LEASE));
  }

  private FleetRow fleet() {
    return new FleetRow(
        endpoint,
        List.of(
            Target.ofEndpoint(endpoint, 2, true),
            Target.ofVariant(endpoint, "blue", 1, false),
            Target.ofComponent(endpoint, "copy", 4)),
        now,
        now);
  }

  /** Runs two calls at once; the results in their order. */
  private <T> List<T> race(Callable<T> first, Callable<T> second) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<T>> futures = new ArrayList<>();
    for (Callable<T> call : List.of(first, second)) {
      futures.add(
          racers.submit(
              () -> {
                start.await();
                return call.call();
              }));
    }
    start.countDown();
    return List.of(futures.getFirst().get(), futures.getLast().get());
  }

  /** Stands where no table was made yet. */
  private static final class Untold implements AffinityTable {
    @Override
    public TableRead read(TableQuery query) {
      throw new IllegalStateException("no table yet");
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
      throw new IllegalStateException("no table yet");
    }

    @Override
    public WriteResult write(TableWrite write) {
      throw new IllegalStateException("no table yet");
    }

    @Override
    public TableUnits units() {
      throw new IllegalStateException("no table yet");
    }
  }
}
