package dev.warmpath.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.keys.TokenBudgets.Overrun;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemWrite;
import dev.warmpath.testing.FakeClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenBudgetsTest {
  private static final TokenLimits MINUTE = new TokenLimits(100, 0);
  private static final TokenLimits BOTH = new TokenLimits(100, 150);

  private final FakeClock clock = new FakeClock();
  private final AtomicInteger lost = new AtomicInteger();
  private final ItemStore counters = new InMemoryAffinityTable(clock).counters();
  private final TokenBudgets budgets = process(counters);

  @BeforeEach
  void beginAMinuteAndADay() {
    clock.advance(Duration.between(clock.instant(), TokenWindow.DAY.end(clock.instant())));
  }

  @Test
  void aTenantWithoutLimitsIsNeitherCountedNorRefused() {
    // when
    budgets.spend("acme", TokenLimits.NONE, 1_000_000, Runnable::run);

    // then
    assertThat(budgets.overrun("acme", TokenLimits.NONE, Runnable::run)).isEmpty();
    assertThat(process(counters).overrun("acme", MINUTE, Runnable::run)).isEmpty();
  }

  @Test
  void refusesOnceTheBudgetIsUsedUpUntilTheNextMinute() {
    // given
    clock.advance(Duration.ofSeconds(20));
    budgets.spend("acme", MINUTE, 99, Runnable::run);
    var before = budgets.overrun("acme", MINUTE, Runnable::run);

    // when
    budgets.spend("acme", MINUTE, 1, Runnable::run);

    // then
    assertThat(before).isEmpty();
    assertThat(budgets.overrun("acme", MINUTE, Runnable::run))
        .contains(new Overrun(TokenWindow.MINUTE, 100, Duration.ofSeconds(40)));
    assertThat(budgets.overrun("other", MINUTE, Runnable::run)).isEmpty();
    clock.advance(Duration.ofSeconds(40));
    assertThat(budgets.overrun("acme", MINUTE, Runnable::run)).isEmpty();
  }

  @Test
  void namesTheLongestWaitOfSeveralBudgets() {
    // when
    budgets.spend("acme", BOTH, 150, Runnable::run);

    // then
    assertThat(budgets.overrun("acme", BOTH, Runnable::run))
        .contains(new Overrun(TokenWindow.DAY, 150, Duration.ofDays(1)));
  }

  @Test
  void hearsOfOtherProcessesWithinTheRefresh() {
    // given
    TokenBudgets other = process(counters);
    other.overrun("acme", MINUTE, Runnable::run);
    budgets.spend("acme", MINUTE, 100, Runnable::run);
    var stillUnaware = other.overrun("acme", MINUTE, Runnable::run);

    // when
    clock.advance(TokenBudgets.REFRESH);
    var firstAfter = other.overrun("acme", MINUTE, Runnable::run);
    var secondAfter = other.overrun("acme", MINUTE, Runnable::run);

    // then
    assertThat(stillUnaware).isEmpty();
    assertThat(firstAfter).as("judged by the old sums while the new are read").isEmpty();
    assertThat(secondAfter).isPresent();
  }

  @Test
  void countsEveryTokenOfRequestsThatEndTogether() throws Exception {
    // given
    int threads = 8;
    int rounds = 250;
    CountDownLatch start = new CountDownLatch(1);
    TokenBudgets reader = process(counters);
    TokenLimits limits = new TokenLimits(0, (long) threads * rounds);
    TokenLimits oneMore = new TokenLimits(0, (long) threads * rounds + 1);

    // when
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<? extends Future<?>> runs =
          IntStream.range(0, threads)
              .mapToObj(
                  i ->
                      pool.submit(
                          () -> {
                            TokenBudgets own = process(counters);
                            start.await();
                            for (int round = 0; round < rounds; round++) {
                              (round % 2 == 0 ? own : budgets)
                                  .spend("acme", limits, 1, Runnable::run);
                            }
                            return null;
                          }))
              .toList();
      start.countDown();
      for (Future<?> run : runs) {
        run.get();
      }
    }
    reader.overrun("acme", limits, Runnable::run);

    // then
    assertThat(reader.overrun("acme", limits, Runnable::run)).isPresent();
    assertThat(reader.overrun("acme", oneMore, Runnable::run)).isEmpty();
    assertThat(lost).hasValue(0);
  }

  @Test
  void spreadsTheAdditionsOverSeveralItems() {
    // given
    Recording recording = new Recording(counters);
    TokenBudgets spread = process(recording);

    // when
    IntStream.range(0, 200).forEach(i -> spread.spend("acme", MINUTE, 1, Runnable::run));

    // then
    assertThat(recording.written).hasSize(TokenBudgets.SHARDS);
  }

  @Test
  void aStoreThatIsDownRefusesNobodyAndItsLossIsTold() {
    // given
    TokenBudgets unheard = process(new Down());

    // when
    unheard.spend("acme", MINUTE, 99, Runnable::run);

    // then
    assertThat(unheard.overrun("acme", MINUTE, Runnable::run)).isEmpty();
    assertThat(lost).hasValue(1);
    unheard.spend("acme", MINUTE, 1, Runnable::run);
    assertThat(unheard.overrun("acme", MINUTE, Runnable::run))
        .as("what it counted itself")
        .isPresent();
  }

  private TokenBudgets process(ItemStore store) {
    return new TokenBudgets(store, clock, new Random(3), lost::incrementAndGet);
  }

  /** Remembers which items were written. */
  private static final class Recording implements ItemStore {
    private final ItemStore store;
    private final Set<String> written = new HashSet<>();

    Recording(ItemStore store) {
      this.store = store;
    }

    @Override
    public Read read(Set<String> keys) {
      return store.read(keys);
    }

    @Override
    public Written write(ItemWrite write) {
      written.add(write.key());
      return store.write(write);
    }
  }

  /** Answers nothing. */
  private static final class Down implements ItemStore {
    @Override
    public Read read(Set<String> keys) {
      return new Read.Failed(Degradation.FAILED);
    }

    @Override
    public Written write(ItemWrite write) {
      return new Written.Failed(Degradation.FAILED);
    }
  }
}
