package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BackgroundWorkTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ExecutorService executor = Executors.newFixedThreadPool(2);
  private final BackgroundWork work = new BackgroundWork(executor);

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void settlesOnlyOnceAllWorkIsDone() {
    for (int round = 0; round < 300; round++) {
      // given
      AtomicInteger done = new AtomicInteger();
      for (int i = 0; i < 5; i++) {
        work.submit(done::incrementAndGet);
      }

      // when
      int running = work.settle(LONG);

      // then
      assertThat(running).isZero();
      assertThat(done).hasValue(5);
    }
  }

  @Test
  void waitsForWorkThatIsStartedByWork() {
    for (int round = 0; round < 300; round++) {
      // given
      AtomicInteger done = new AtomicInteger();
      work.submit(
          () -> {
            done.incrementAndGet();
            work.submit(() -> work.submit(done::incrementAndGet));
          });

      // then
      assertThat(work.settle(LONG)).isZero();
      assertThat(done).hasValue(2);
    }
  }

  @Test
  void tellsHowMuchIsStillRunningWhenTimeIsUpAndLetsItGoOn() {
    // given
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      work.submit(
          () -> {
            await(gate);
            done.incrementAndGet();
          });
    }

    // when
    int running = work.settle(Duration.ZERO);

    // then
    assertThat(running).isEqualTo(3);
    gate.countDown();
    assertThat(work.settle(LONG)).isZero();
    assertThat(done).hasValue(3);
  }

  @Test
  void reportsATaskThatThrowsOnceAndWaitsForTheOthers() {
    for (int round = 0; round < 100; round++) {
      // given
      AtomicInteger done = new AtomicInteger();
      work.submit(
          () -> {
            throw new IllegalArgumentException("a defect");
          });
      work.submit(done::incrementAndGet);

      // then
      assertThatThrownBy(() -> work.settle(LONG))
          .isInstanceOf(IllegalStateException.class)
          .hasRootCauseMessage("a defect");
      assertThat(done).hasValue(1);
      assertThat(work.settle(LONG)).isZero();
    }
  }

  @Test
  void aThreadThatIsInterruptedStopsWaitingAndStaysInterrupted() {
    // given
    CountDownLatch gate = new CountDownLatch(1);
    work.submit(() -> await(gate));

    // when
    Thread.currentThread().interrupt();
    int running = work.settle(LONG);

    // then
    assertThat(running).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
    gate.countDown();
    assertThat(work.settle(LONG)).isZero();
  }

  @Test
  void anExecutorThatRunsAtOnceLeavesNothingOpen() {
    BackgroundWork foreground = new BackgroundWork(Runnable::run);
    AtomicInteger done = new AtomicInteger();

    foreground.submit(done::incrementAndGet);

    assertThat(done).hasValue(1);
    assertThat(foreground.settle(Duration.ZERO)).isZero();
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
