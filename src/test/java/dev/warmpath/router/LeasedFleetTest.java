package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.FleetSource;
import dev.warmpath.router.port.FleetUnavailableException;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LeasedFleetTest {
  private static final Target BLUE = Target.ofVariant("endpoint", "blue", 1, false);
  private static final Target GREEN = Target.ofVariant("endpoint", "green", 1, false);

  private final FakeClock clock = new FakeClock();
  private final MapTable table = new MapTable();
  private final Control control = new Control();
  private final List<FleetUnavailableException> failures = new CopyOnWriteArrayList<>();

  @Test
  void theFirstLookWithoutRowsAsksAndPublishes() {
    LeasedFleet fleet = fleet();

    assertThat(fleet.current().targets()).containsExactly(BLUE);
    assertThat(fleet.current().targets()).containsExactly(BLUE);
    assertThat(control.asked).isEqualTo(1);
    assertThat(table.writes(TableWrite.PutFleet.class)).hasSize(1);
  }

  @Test
  void theFirstLookTakesWhatAnotherHasPublished() {
    fleet().current();

    assertThat(fleet().current().targets()).containsExactly(BLUE);
    assertThat(control.asked).isEqualTo(1);
  }

  @Test
  void ofManyRoutersOneDescribesAndAllSeeIt() {
    // given
    List<LeasedFleet> routers = IntStream.range(0, 20).mapToObj(i -> fleet()).toList();
    routers.forEach(LeasedFleet::current);
    control.targets = List.of(BLUE, GREEN);

    // when
    clock.advance(LeasedFleet.REFRESH);
    List<FleetRow> stale = rows();
    routers.forEach(r -> r.observe(stale, Runnable::run));

    // then
    assertThat(control.asked).isEqualTo(2);
    routers.forEach(r -> r.observe(rows(), Runnable::run));
    assertThat(routers).allMatch(r -> r.current().targets().equals(List.of(BLUE, GREEN)));
    assertThat(control.asked).isEqualTo(2);
  }

  @Test
  void ofManyThreadsThatRaceForALeaseOneDescribes() throws Exception {
    for (int round = 0; round < 50; round++) {
      // given
      LeasedFleet first = fleet();
      first.current();
      int before = control.asked;
      clock.advance(LeasedFleet.REFRESH);
      List<FleetRow> stale = rows();
      CountDownLatch start = new CountDownLatch(1);

      // when
      try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
        List<Future<?>> racers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          LeasedFleet racer = fleet();
          racers.add(
              threads.submit(
                  () -> {
                    start.await();
                    racer.observe(stale, Runnable::run);
                    return true;
                  }));
        }
        start.countDown();
        for (Future<?> racer : racers) {
          racer.get();
        }
      }

      // then
      assertThat(control.asked).isEqualTo(before + 1);
    }
  }

  @Test
  void whatIsFreshIsNotAskedFor() {
    LeasedFleet fleet = fleet();
    fleet.current();
    clock.advance(LeasedFleet.REFRESH.minusMillis(1));

    fleet.observe(rows(), Runnable::run);

    assertThat(control.asked).isEqualTo(1);
    assertThat(table.writes(TableWrite.LeaseFleet.class)).isEmpty();
  }

  @Test
  void keepsWhatItKnowsWhenNobodyAnswers() {
    // given
    LeasedFleet fleet = fleet();
    fleet.current();
    control.fails = true;

    // when
    clock.advance(LeasedFleet.REFRESH);
    fleet.observe(rows(), Runnable::run);
    fleet.observe(rows(), Runnable::run);

    // then
    assertThat(fleet.current().targets()).containsExactly(BLUE);
    assertThat(failures).hasSize(1);
    clock.advance(LeasedFleet.LEASE);
    control.fails = false;
    control.targets = List.of(GREEN);
    fleet.observe(rows(), Runnable::run);
    assertThat(fleet.current().targets()).containsExactly(GREEN);
  }

  @Test
  void asksItselfWhenTheTableIsDown() {
    table.failReads(Degradation.FAILED);
    table.failWrites(Degradation.FAILED);

    assertThat(fleet().current().targets()).containsExactly(BLUE);
  }

  @Test
  void aFirstLookInVainIsNotRepeatedByEveryRequest() {
    // given
    control.fails = true;
    LeasedFleet fleet = fleet();

    // when
    List<Fleet> seen = IntStream.range(0, 100).mapToObj(i -> fleet.current()).toList();

    // then
    assertThat(seen).containsOnly(Fleet.EMPTY);
    assertThat(control.asked).isEqualTo(1);
    assertThat(failures).hasSize(1);
    control.fails = false;
    clock.advance(LeasedFleet.LOOK_AGAIN);
    assertThat(fleet.current().targets()).containsExactly(BLUE);
  }

  @Test
  void anOlderRowDoesNotReplaceANewerOne() {
    // given
    LeasedFleet fleet = fleet();
    fleet.current();
    FleetRow older =
        new FleetRow(
            "endpoint",
            List.of(GREEN),
            clock.instant().minus(Duration.ofSeconds(1)),
            clock.instant());

    // when
    fleet.observe(List.of(older), Runnable::run);

    // then
    assertThat(fleet.current().targets()).containsExactly(BLUE);
  }

  @Test
  void aFirstLookInVainDoesNotLastWhenTheClockIsSetBack() {
    // given
    control.fails = true;
    LeasedFleet fleet = fleet();
    fleet.current();

    // when
    clock.advance(Duration.ofDays(-3));
    control.fails = false;

    // then
    assertThat(fleet.current().targets()).containsExactly(BLUE);
  }

  @Test
  void aRowOfTheFarFutureReplacesNoneThatCanBeTrue() {
    // given
    LeasedFleet fleet = fleet();
    fleet.current();
    Instant absurd = clock.instant().plus(Duration.ofDays(3));

    // when
    fleet.observe(List.of(new FleetRow("endpoint", List.of(GREEN), absurd, absurd)), Runnable::run);

    // then
    assertThat(fleet.current().targets()).containsExactly(BLUE);
  }

  private LeasedFleet fleet() {
    return new LeasedFleet(List.of("endpoint"), table, control, clock, failures::add);
  }

  private List<FleetRow> rows() {
    TableQuery query =
        new TableQuery("", List.of(), List.of(), List.of("endpoint"), clock.instant());
    return ((TableRead.Rows) table.read(query)).fleets();
  }

  /** A control plane that counts how often it is asked. */
  private static final class Control implements FleetSource {
    private volatile int asked;
    private volatile boolean fails;
    private volatile List<Target> targets = List.of(BLUE);

    @Override
    public synchronized List<Target> describe(String endpoint) throws FleetUnavailableException {
      asked++;
      if (fails) {
        throw new FleetUnavailableException("DescribeEndpoint of " + endpoint + " was throttled");
      }
      return targets;
    }
  }
}
