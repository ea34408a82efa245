package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.LeasedFleet;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.LeaseProbe;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.table.UnitMeter;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What routers whose clocks jump by days leave in the table heals once the clocks are right. */
final class ClocksThatJumpTest {
  private static final Target BLUE = Target.ofVariant("endpoint", "blue", 1, false);
  private static final Target GREEN = Target.ofVariant("endpoint", "green", 1, false);
  private static final Duration HORIZON = TargetRow.SEQUENCE_HORIZON;

  @Test
  void theFleetIsDescribedAnewSoonAfterTheClocksAreRight() {
    Seeds.forAll(
        300,
        (seed, random) -> {
          // given
          Environments environments = new Environments(3);
          for (int i = 0; i < 40; i++) {
            environments.jump(random);
            environments.observe(random.nextInt(3));
          }

          // when
          environments.setRight();
          environments.described.set(List.of(GREEN));
          Duration soon = LeasedFleet.LEASE.multipliedBy(2).plus(LeasedFleet.REFRESH);
          for (long i = 0; i <= soon.toSeconds(); i++) {
            IntStream.range(0, 3).forEach(environments::observe);
            environments.advance(Duration.ofSeconds(1));
          }

          // then
          assertThat(environments.fleets)
              .allSatisfy(f -> assertThat(f.current().targets()).containsExactly(GREEN));
        });
  }

  @Test
  void aWrongClockAmongManyAsksForTheFleetNoOftenerThanARightOne() {
    Seeds.forAll(
        100,
        (seed, random) -> {
          // given
          Environments environments = new Environments(3);
          environments.clocks.get(0).advance(jump(random));

          // when
          int steps = 300;
          for (int i = 0; i < steps; i++) {
            environments.advance(Duration.ofSeconds(1));
            environments.observe(i % 3);
          }

          // then
          long intervals = steps / LeasedFleet.REFRESH.toSeconds() + 1;
          // The wrong one and the right ones each ask; the first looks come on top.
          assertThat(environments.asked.get()).isLessThanOrEqualTo((int) (2 * intervals) + 3);
        });
  }

  @Test
  void noTargetStaysShutOutOrBusyAfterTheClocksAreRight() {
    Seeds.forAll(
        300,
        (seed, random) -> {
          // given
          FakeClock clock = new FakeClock();
          AffinityTable table = new InMemoryAffinityTable(clock);
          for (int i = 0; i < 30; i++) {
            clock.set(FakeClock.START.plus(jump(random)));
            play(table, clock.instant(), random);
          }

          // when
          clock.set(FakeClock.START);
          // Half of them end with faults by a right clock.
          boolean fails = random.nextBoolean();
          if (fails) {
            end(table, clock.instant(), new Ending.Fault());
          }
          Instant later =
              clock.instant().plus(Breaker.OPEN_TIME.plus(Breaker.PROBE_TIME).multipliedBy(2));
          clock.set(later);

          // then
          TargetRow row = row(table, later);
          assertThat(row.health().busy(later.plus(Health.LONGEST_BUSY_TIME))).isZero();
          if (Breaker.of(row, later) != Breaker.CLOSED) {
            assertThat(Breaker.isProbeDue(row, later)).isTrue();
            assertThat(table.write(new LeaseProbe(BLUE.id(), later, later.plusSeconds(30))))
                .isInstanceOf(WriteResult.Done.class);
          }
        });
  }

  private static void play(AffinityTable table, Instant now, RandomGenerator random) {
    switch (random.nextInt(5)) {
      case 0, 1 -> end(table, now, new Ending.Fault());
      case 2 -> end(table, now, new Ending.Busy(Duration.ofDays(random.nextInt(20))));
      case 3 -> end(table, now, new Ending.Answered());
      default -> table.write(new LeaseProbe(BLUE.id(), now, now.plus(Breaker.PROBE_TIME)));
    }
  }

  private static void end(AffinityTable table, Instant now, Ending ending) {
    Work work = new Work(now, 10, 10);
    table.write(new StartWork(BLUE.id(), work));
    table.write(new EndWork(BLUE.id(), work, 10, ending, Feedback.NONE));
  }

  private static TargetRow row(AffinityTable table, Instant now) {
    TableQuery query = new TableQuery("", List.of(), List.of(BLUE.id()), List.of(), now);
    return ((TableRead.Rows) table.read(query)).view().target(BLUE.id());
  }

  /** Backwards or ahead, by moments or by years. */
  private static Duration jump(RandomGenerator random) {
    List<Duration> lengths =
        List.of(
            Duration.ofSeconds(20),
            HORIZON,
            Duration.ofHours(3),
            Duration.ofDays(5),
            Duration.ofDays(3650));
    Duration length = lengths.get(random.nextInt(lengths.size()));
    return random.nextBoolean() ? length : length.negated();
  }

  /** Routers' views of one fleet over one table, each by a clock of its own. */
  private static final class Environments {
    private final List<FakeClock> clocks = new ArrayList<>();
    private final List<AffinityTable> tables = new ArrayList<>();
    private final List<LeasedFleet> fleets = new ArrayList<>();
    private final AtomicReference<List<Target>> described = new AtomicReference<>(List.of(BLUE));
    private final AtomicInteger asked = new AtomicInteger();
    private Duration passed = Duration.ZERO;

    Environments(int count) {
      UnitMeter meter = new UnitMeter();
      // The store sweeps by a clock of its own, as DynamoDB does.
      InMemoryItems items = new InMemoryItems(meter, new FakeClock());
      for (int i = 0; i < count; i++) {
        FakeClock clock = new FakeClock();
        AffinityTable table = new InMemoryAffinityTable(items, meter, clock);
        clocks.add(clock);
        tables.add(table);
        fleets.add(
            new LeasedFleet(
                List.of("endpoint"),
                table,
                endpoint -> {
                  asked.incrementAndGet();
                  return described.get();
                },
                clock,
                failure -> {}));
      }
    }

    void jump(RandomGenerator random) {
      if (random.nextInt(3) == 0) {
        clocks.get(random.nextInt(clocks.size())).advance(ClocksThatJumpTest.jump(random));
      }
      advance(Duration.ofSeconds(random.nextInt(20)));
    }

    void advance(Duration step) {
      passed = passed.plus(step);
      clocks.forEach(clock -> clock.advance(step));
    }

    void setRight() {
      clocks.forEach(clock -> clock.set(FakeClock.START.plus(passed)));
    }

    /** What a request does: it looks at the fleet, and shows it the rows that it has read. */
    void observe(int router) {
      LeasedFleet fleet = fleets.get(router);
      assertThat(fleet.current().targets()).isNotEmpty();
      Instant now = clocks.get(router).instant();
      TableQuery query = new TableQuery("", List.of(), List.of(), List.of("endpoint"), now);
      fleet.observe(((TableRead.Rows) tables.get(router).read(query)).fleets(), Runnable::run);
    }
  }
}
