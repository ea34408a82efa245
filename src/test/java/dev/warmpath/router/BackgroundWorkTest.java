package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BackgroundWorkTest {
  private static final String REQUEST = "request";
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
        work.of(REQUEST).execute(done::incrementAndGet);
      }

      // when
      int running = work.settle(REQUEST, LONG);

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
      work.of(REQUEST)
          .execute(
              () -> {
                done.incrementAndGet();
                work.of(REQUEST).execute(() -> work.of(REQUEST).execute(done::incrementAndGet));
              });

      // then
      assertThat(work.settle(REQUEST, LONG)).isZero();
      assertThat(done).hasValue(2);
    }
  }

  @Test
  void tellsHowMuchIsStillRunningWhenTimeIsUpAndLetsItGoOn() {
    // given
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      work.of(REQUEST)
          .execute(
              () -> {
                await(gate);
                done.incrementAndGet();
              });
    }

    // when
    int running = work.settle(REQUEST, Duration.ZERO);

    // then
    assertThat(running).isEqualTo(3);
    gate.countDown();
    assertThat(work.settle(REQUEST, LONG)).isZero();
    assertThat(done).hasValue(3);
  }

  @Test
  void waitsForNoOtherRequestsWork() throws Exception {
    for (int round = 0; round < 300; round++) {
      // given
      CountDownLatch gate = new CountDownLatch(1);
      CountDownLatch othersWait = new CountDownLatch(1);
      AtomicInteger done = new AtomicInteger();
      work.of("other")
          .execute(
              () -> {
                othersWait.countDown();
                await(gate);
              });
      work.of(REQUEST).execute(done::incrementAndGet);
      othersWait.await();

      // when: were the other's work waited for, this would take its whole limit
      int running = work.settle(REQUEST, LONG);

      // then
      assertThat(running).isZero();
      assertThat(done).hasValue(1);
      assertThat(work.settle("other", Duration.ZERO)).isEqualTo(1);
      gate.countDown();
      assertThat(work.settle("other", LONG)).isZero();
    }
  }

  @Test
  void manyRequestsAtOnceEachSettleTheirOwn() throws Exception {
    for (int round = 0; round < 100; round++) {
      // given
      int requests = 8;
      CountDownLatch start = new CountDownLatch(1);
      List<FutureTask<Boolean>> settled = new ArrayList<>();

      // when
      for (int i = 0; i < requests; i++) {
        String request = "request-" + i;
        settled.add(
            new FutureTask<>(
                () -> {
                  AtomicInteger done = new AtomicInteger();
                  start.await();
                  for (int task = 0; task < 5; task++) {
                    work.of(request).execute(() -> work.of(request).execute(done::incrementAndGet));
                  }
                  return work.settle(request, LONG) == 0 && done.get() == 5;
                }));
      }
      settled.forEach(Thread::startVirtualThread);
      start.countDown();

      // then
      for (FutureTask<Boolean> own : settled) {
        assertThat(own.get()).isTrue();
      }
    }
  }

  @Test
  void aDefectThatNobodyWaitedForIsToldToTheNextWhoWaits() {
    // given
    BackgroundWork foreground = new BackgroundWork(Runnable::run);
    foreground
        .of("gone")
        .execute(
            () -> {
              throw new IllegalArgumentException("a defect");
            });

    // then
    assertThatThrownBy(() -> foreground.settle(REQUEST, LONG)).hasRootCauseMessage("a defect");
    assertThat(foreground.settle("gone", LONG)).isZero();
  }

  @Test
  void reportsATaskThatThrowsOnceAndWaitsForTheOthers() {
    for (int round = 0; round < 100; round++) {
      // given
      AtomicInteger done = new AtomicInteger();
      work.of(REQUEST)
          .execute(
              () -> {
                throw new IllegalArgumentException("a defect");
              });
      work.of(REQUEST).execute(done::incrementAndGet);

      // then
      assertThatThrownBy(() -> work.settle(REQUEST, LONG))
          .isInstanceOf(IllegalStateException.class)
          .hasRootCauseMessage("a defect");
      assertThat(done).hasValue(1);
      assertThat(work.settle(REQUEST, LONG)).isZero();
    }
  }

  @Test
  void aThreadThatIsInterruptedStopsWaitingAndStaysInterrupted() {
    // given
    CountDownLatch gate = new CountDownLatch(1);
    work.of(REQUEST).execute(() -> await(gate));

    // when
    Thread.currentThread().interrupt();
    int running = work.settle(REQUEST, LONG);

    // then
    assertThat(running).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
    gate.countDown();
    assertThat(work.settle(REQUEST, LONG)).isZero();
  }

  @Test
  void anExecutorThatRunsAtOnceLeavesNothingOpen() {
    BackgroundWork foreground = new BackgroundWork(Runnable::run);
    AtomicInteger done = new AtomicInteger();

    foreground.of(REQUEST).execute(done::incrementAndGet);

    assertThat(done).hasValue(1);
    assertThat(foreground.settle(REQUEST, Duration.ZERO)).isZero();
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
