package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetLoad;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever happens to routers and clocks, a target's load heals by itself. */
final class LoadCannotLeakTest {
  private static final double RATE = 10_000;
  private static final TargetId TARGET = new TargetId("endpoint/variant");
  private static final TargetLoad NONE = new TargetLoad(0, 0, 0);

  private final FakeClock clock = new FakeClock();
  private final AffinityTable table = new InMemoryAffinityTable(clock);

  @Test
  void anyInterleavingReturnsToZeroWithinTheHorizon() {
    Seeds.forAll(
        400,
        (seed, random) -> {
          // given
          LoadCannotLeakTest test = new LoadCannotLeakTest();

          // when
          Instant latest = test.play(random, 60);

          // then
          assertThat(test.load(latest.plus(TargetRow.PREFILL_HORIZON)).queuedPrefillTokens())
              .isZero();
          assertThat(test.load(latest.plus(TargetRow.SEQUENCE_HORIZON))).isEqualTo(NONE);
        });
  }

  @Test
  void whatEndsInOrderLeavesNothingAtOnce() {
    Seeds.forAll(
        100,
        (seed, random) -> {
          // given
          LoadCannotLeakTest test = new LoadCannotLeakTest();
          List<Work> running = new ArrayList<>();
          for (int i = 0; i < 30; i++) {
            running.add(test.start(random));
            test.clock.advance(Duration.ofMillis(random.nextInt(900)));
          }

          // when
          running.forEach(test::end);

          // then
          assertThat(test.load(test.clock.instant())).isEqualTo(NONE);
        });
  }

  @Test
  void aCrashBlocksItsTargetForLessThanFourTimesItsPredictedPrefill() {
    Seeds.forAll(
        400,
        (seed, random) -> {
          // given
          LoadCannotLeakTest test = new LoadCannotLeakTest();
          List<Work> others = new ArrayList<>();
          for (int i = random.nextInt(10); i > 0; i--) {
            others.add(test.start(random));
            test.clock.advance(Duration.ofMillis(random.nextInt(900)));
          }

          // when
          Work crashed = test.start(random);
          others.forEach(test::end);
          Duration predicted = Duration.ofMillis((long) (crashed.prefillTokens() * 1000 / RATE));

          // then
          Instant free = crashed.startedAt().plus(predicted.multipliedBy(4)).plusMillis(1);
          assertThat(test.load(free).queuedPrefillTokens()).isZero();
        });
  }

  /** Routers whose clocks jump start work, end some of it in any order, and crash with the rest. */
  private Instant play(RandomGenerator random, int steps) {
    List<Work> running = new ArrayList<>();
    Instant latest = clock.instant();
    for (int i = 0; i < steps; i++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> running.add(start(random));
        case 2 -> {
          if (!running.isEmpty()) {
            end(running.remove(random.nextInt(running.size())));
          }
        }
        default -> {
          boolean jumps = random.nextInt(8) == 0;
          clock.advance(Duration.ofMillis(random.nextLong(0, 4000)));
          clock.advance(Duration.ofSeconds(jumps ? random.nextLong(-900, 900) : 0));
        }
      }
      latest = clock.instant().isAfter(latest) ? clock.instant() : latest;
    }
    return latest;
  }

  private Work start(RandomGenerator random) {
    Work work = new Work(clock.instant(), random.nextInt(60_000), random.nextInt(60_000));
    table.write(new StartWork(TARGET, work));
    return work;
  }

  private void end(Work work) {
    table.write(new EndWork(TARGET, work, 10, new Ending.Answered(), Feedback.NONE));
  }

  private TargetLoad load(Instant at) {
    TableRead read = table.read(new TableQuery("", List.of(), List.of(TARGET), List.of(), at));
    return TargetLoad.of(((TableRead.Rows) read).view().target(TARGET), at, RATE);
  }
}
