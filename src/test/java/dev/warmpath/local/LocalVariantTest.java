package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.Completion.Answered;
import dev.warmpath.local.Completion.Lost;
import dev.warmpath.local.Completion.TimedOut;
import dev.warmpath.local.Completion.TooLarge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LocalVariantTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final EngineProfile FAST = profile(1e9);

  /** A prompt of 1,000 tokens takes days. */
  private static final EngineProfile STUCK = profile(1e-3);

  @Test
  void reportsCachedTokensOfASecondEqualPrompt() {
    try (LocalVariant variant = LocalVariant.start("a", FAST, System::nanoTime)) {
      // given
      Completion first = variant.complete(prompt(1, 1_000), 4, LONG);

      // when
      Completion second = variant.complete(prompt(1, 1_000), 4, LONG);

      // then
      assertThat(((Answered) first).cachedTokens()).isZero();
      assertThat(((Answered) second).cachedTokens()).isEqualTo(992);
    }
  }

  @Test
  void reportsTheModelsOwnTimes() {
    // given: 1 ms of overhead and 99 ms of prefill, then three further iterations of 1 ms
    EngineProfile profile =
        new EngineProfile(
            10_000,
            Double.POSITIVE_INFINITY,
            Duration.ofMillis(1),
            Duration.ZERO,
            0,
            10_000,
            8,
            100_000,
            16);
    try (LocalVariant variant = LocalVariant.start("a", profile, System::nanoTime)) {
      // when
      Completion completion = variant.complete(prompt(1, 990), 4, LONG);

      // then
      Answered answered = (Answered) completion;
      assertThat(answered.prefill()).isEqualTo(Duration.ofMillis(100));
      assertThat(answered.decode()).isEqualTo(Duration.ofMillis(3));
    }
  }

  @Test
  void answersManyCallersAtOnce() throws Exception {
    try (LocalVariant variant = LocalVariant.start("a", FAST, System::nanoTime);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // given
      List<Callable<Completion>> calls = new ArrayList<>();
      for (int caller = 0; caller < 500; caller++) {
        int family = caller % 20;
        calls.add(() -> variant.complete(prompt(family, 1_000), 4, LONG));
      }

      // when
      List<Future<Completion>> completions = threads.invokeAll(calls);

      // then
      long cached = 0;
      for (Future<Completion> completion : completions) {
        cached += ((Answered) completion.get()).cachedTokens();
      }
      VariantStatistics statistics = variant.statistics();
      assertThat(statistics.requests()).isEqualTo(500);
      assertThat(statistics.promptTokens()).isEqualTo(500_000);
      assertThat(statistics.cachedTokens()).isEqualTo(cached);
      assertThat(statistics.computedPrefillTokens()).isEqualTo(500_000 - cached);
      assertThat(statistics.running() + statistics.waiting()).isZero();
    }
  }

  @Test
  void handsOutEveryTokenOfAGenerationAndItsEnd() {
    try (LocalVariant variant = LocalVariant.start("a", FAST, System::nanoTime);
        Generation generation = variant.generate(prompt(1, 1_000), 500, LONG)) {
      // when
      int tokens = 0;
      for (int next = generation.next(); next > 0; next = generation.next()) {
        tokens += next;
      }

      // then
      assertThat(tokens).isEqualTo(500);
      assertThat(generation.completion()).containsInstanceOf(Answered.class);
    }
  }

  @Test
  void handsOutTokensBeforeTheLast() {
    // given: a tenth of a second for a token
    EngineProfile slow =
        new EngineProfile(
            1e9, 53_000, Duration.ofMillis(100), Duration.ZERO, 0, 2_048, 256, 100_000, 16);
    try (LocalVariant variant = LocalVariant.start("a", slow, System::nanoTime);
        Generation generation = variant.generate(prompt(1, 100), 10_000, LONG)) {
      // when
      int first = generation.next();
      int second = generation.next();

      // then
      assertThat(first).isPositive();
      assertThat(second).isPositive();
      assertThat(generation.completion()).isEmpty();
    }
  }

  @Test
  void dropsAGenerationThatIsClosedOrLate() {
    try (LocalVariant variant = LocalVariant.start("a", STUCK, System::nanoTime)) {
      // given
      Generation closed = variant.generate(prompt(1, 1_000), 9, LONG);
      Generation late = variant.generate(prompt(1, 1_000), 9, Duration.ofMillis(5));

      // when
      closed.close();
      int tokens = late.next();

      // then
      assertThat(tokens).isZero();
      assertThat(closed.completion()).contains(new Lost());
      assertThat(late.completion()).contains(new TimedOut());
      assertThat(variant.statistics().running() + variant.statistics().waiting()).isZero();
    }
  }

  @Test
  void endsAGenerationAtOnceThatExceedsTheCache() {
    try (LocalVariant variant = LocalVariant.start("a", FAST, System::nanoTime);
        Generation generation = variant.generate(prompt(1, 100_000), 1, LONG)) {
      // when, then
      assertThat(generation.completion()).contains(new TooLarge(100_000));
      assertThat(generation.next()).isZero();
    }
  }

  @Test
  void refusesAPromptThatExceedsTheCache() {
    try (LocalVariant variant = LocalVariant.start("a", FAST, System::nanoTime)) {
      // when
      Completion completion = variant.complete(prompt(1, 100_000), 1, LONG);

      // then
      assertThat(completion).isEqualTo(new TooLarge(100_000));
    }
  }

  @Test
  void dropsARequestWhoseTimeIsOver() {
    try (LocalVariant variant = LocalVariant.start("a", STUCK, System::nanoTime)) {
      // when
      Completion completion = variant.complete(prompt(1, 1_000), 1, Duration.ofMillis(5));

      // then
      assertThat(completion).isEqualTo(new TimedOut());
      assertThat(variant.statistics().running()).isZero();
    }
  }

  @Test
  void losesTheRunningRequestsAndTheCacheOnARestart() throws Exception {
    try (LocalVariant variant = LocalVariant.start("a", STUCK, System::nanoTime);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // given
      Future<Completion> running =
          threads.submit(() -> variant.complete(prompt(1, 1_000), 1, LONG));
      while (variant.statistics().running() == 0) {
        Thread.onSpinWait();
      }

      // when
      variant.restart();

      // then
      assertThat(running.get()).isEqualTo(new Lost());
      assertThat(variant.statistics().reusableTokens()).isZero();
    }
  }

  @Test
  void startsColdAfterARestart() {
    try (LocalVariant variant = LocalVariant.start("a", FAST, System::nanoTime)) {
      // given
      variant.complete(prompt(1, 1_000), 1, LONG);

      // when
      variant.restart();

      // then
      assertThat(((Answered) variant.complete(prompt(1, 1_000), 1, LONG)).cachedTokens()).isZero();
    }
  }

  @Test
  void losesEveryRequestOnceItIsClosed() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // given
      LocalVariant variant = LocalVariant.start("a", STUCK, System::nanoTime);
      Future<Completion> running =
          threads.submit(() -> variant.complete(prompt(1, 1_000), 1, LONG));
      while (variant.statistics().running() == 0) {
        Thread.onSpinWait();
      }

      // when
      variant.close();

      // then
      assertThat(running.get()).isEqualTo(new Lost());
      assertThat(variant.complete(prompt(1, 10), 1, LONG)).isEqualTo(new Lost());
    }
  }

  private static TokenizedPrompt prompt(long family, int tokens) {
    long[] blockHashes =
        LongStream.range(0, tokens / 16).map(b -> family * 1_000_000 + b).toArray();
    return new TokenizedPrompt(new byte[tokens * LocalTokenizer.TOKEN_BYTES], blockHashes, family);
  }

  private static EngineProfile profile(double prefillTokensPerSecond) {
    return new EngineProfile(
        prefillTokensPerSecond,
        53_000,
        Duration.ofNanos(1_000),
        Duration.ZERO,
        0,
        2_048,
        256,
        100_000,
        16);
  }
}
