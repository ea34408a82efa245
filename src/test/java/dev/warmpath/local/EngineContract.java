package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.Completion.Answered;
import dev.warmpath.local.Completion.Lost;
import dev.warmpath.local.Completion.TooLarge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a local variant promises, whatever happens in its engine's iterations. */
public abstract class EngineContract {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final LocalTokenizer TOKENIZER = new LocalTokenizer(EngineProfile.BLOCK_TOKENS);

  /** Starts an engine whose cache holds so many tokens. */
  protected abstract LocalVariant start(int capacityTokens) throws Exception;

  @Test
  void countsAsCachedTheWholeBlocksThatAnEarlierPromptShares() throws Exception {
    try (LocalVariant variant = start(1_024)) {
      // given: 100 tokens in common are 6 blocks of 16 and 4 tokens
      Completion first = variant.complete(prompt(1, 100, 1, 50), 2, LONG);

      // when
      Completion second = variant.complete(prompt(1, 100, 2, 50), 2, LONG);

      // then
      assertThat(cached(first)).isZero();
      assertThat(cached(second)).isEqualTo(96);
      assertThat(variant.statistics().computedPrefillTokens()).isEqualTo(150 + 54);
    }
  }

  @Test
  void computesAtLeastTheLastTokenOfARepeatedPrompt() throws Exception {
    try (LocalVariant variant = start(1_024)) {
      // given
      variant.complete(prompt(1, 160, 1, 0), 2, LONG);

      // when
      Completion second = variant.complete(prompt(1, 160, 1, 0), 2, LONG);

      // then
      assertThat(cached(second)).isEqualTo(144);
    }
  }

  @Test
  void evictsTheLeastRecentlyUsedPromptWhenItIsFull() throws Exception {
    try (LocalVariant variant = start(512)) {
      // given: room for two prompts and a bit; the first is used again after the second came
      variant.complete(prompt(1, 176, 1, 0), 1, LONG);
      variant.complete(prompt(2, 176, 2, 0), 1, LONG);
      variant.complete(prompt(1, 176, 1, 0), 1, LONG);
      variant.complete(prompt(3, 176, 3, 0), 1, LONG);

      // when
      int first = cached(variant.complete(prompt(1, 176, 1, 0), 1, LONG));
      int second = cached(variant.complete(prompt(2, 176, 2, 0), 1, LONG));

      // then
      assertThat(first).isEqualTo(160);
      assertThat(second).isLessThan(160);
      assertThat(variant.statistics().reusableTokens()).isLessThanOrEqualTo(512);
    }
  }

  @Test
  void answersManyCallersAtOnceAndAccountsForEveryToken() throws Exception {
    try (LocalVariant variant = start(1_024);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // given: more than fit at a time
      List<Callable<Completion>> calls = new ArrayList<>();
      for (int caller = 0; caller < 40; caller++) {
        TokenizedPrompt prompt = prompt(caller % 6, 120, caller, 40);
        calls.add(() -> variant.complete(prompt, 5, LONG));
      }

      // when
      List<Future<Completion>> completions = threads.invokeAll(calls);

      // then
      long cached = 0;
      for (Future<Completion> completion : completions) {
        cached += cached(completion.get());
      }
      VariantStatistics statistics = variant.statistics();
      assertThat(statistics.requests()).isEqualTo(40);
      assertThat(statistics.cachedTokens()).isEqualTo(cached).isPositive();
      assertThat(statistics.computedPrefillTokens()).isEqualTo(40 * 160 - cached);
      assertThat(statistics.running() + statistics.waiting()).isZero();
    }
  }

  @Test
  void handsOutEveryTokenOfAGenerationAndItsEnd() throws Exception {
    try (LocalVariant variant = start(512);
        Generation generation = variant.generate(prompt(1, 50, 1, 0), 33, LONG)) {
      // when
      int tokens = 0;
      for (int next = generation.next(); next > 0; next = generation.next()) {
        tokens += next;
      }

      // then
      assertThat(tokens).isEqualTo(33);
      assertThat(generation.completion()).containsInstanceOf(Answered.class);
    }
  }

  @Test
  void freesTheCacheOfAGenerationThatNobodyWantsAnyMore() throws Exception {
    try (LocalVariant variant = start(512)) {
      // given: two that fill it
      Generation unwanted = variant.generate(prompt(1, 64, 1, 0), 440, LONG);
      unwanted.next();

      // when
      unwanted.close();

      // then
      assertThat(unwanted.completion()).contains(new Lost());
      assertThat(cached(variant.complete(prompt(2, 64, 2, 0), 440, LONG))).isZero();
      assertThat(variant.statistics().running()).isZero();
    }
  }

  @Test
  void refusesAPromptThatWithItsOutputExceedsTheCache() throws Exception {
    try (LocalVariant variant = start(512)) {
      // when
      Completion tooLarge = variant.complete(prompt(1, 500, 1, 0), 13, LONG);
      Completion fits = variant.complete(prompt(1, 500, 1, 0), 12, LONG);

      // then
      assertThat(tooLarge).isEqualTo(new TooLarge(512));
      assertThat(fits).isInstanceOf(Answered.class);
    }
  }

  @Test
  void startsColdAfterARestartThatLosesWhatRuns() throws Exception {
    try (LocalVariant variant = start(4_096)) {
      // given
      Generation running = variant.generate(prompt(1, 64, 1, 0), 4_000, LONG);
      running.next();

      // when
      variant.restart();

      // then
      assertThat(running.completion()).contains(new Lost());
      assertThat(cached(variant.complete(prompt(1, 64, 1, 0), 1, LONG))).isZero();
      assertThat(cached(variant.complete(prompt(1, 64, 1, 0), 1, LONG))).isEqualTo(48);
    }
  }

  @Test
  void losesEveryRequestOnceItIsClosed() throws Exception {
    // given
    LocalVariant variant = start(4_096);
    Generation running = variant.generate(prompt(1, 64, 1, 0), 4_000, LONG);
    running.next();

    // when
    variant.close();

    // then
    assertThat(running.completion()).contains(new Lost());
    assertThat(variant.complete(prompt(1, 64, 1, 0), 1, LONG)).isEqualTo(new Lost());
  }

  @Test
  void survivesCallersWhoComeAndGoAtRandom() throws Exception {
    try (LocalVariant variant = start(1_024);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // given
      List<Callable<Void>> callers = new ArrayList<>();
      for (int caller = 0; caller < 8; caller++) {
        Random random = new Random(caller);
        callers.add(
            () -> {
              for (int i = 0; i < 12; i++) {
                TokenizedPrompt prompt =
                    prompt(random.nextInt(5), 100, random.nextInt(), 1 + random.nextInt(80));
                try (Generation generation = variant.generate(prompt, 8, LONG)) {
                  for (int patience = random.nextInt(10); patience > 0; patience--) {
                    generation.next();
                  }
                }
              }
              return null;
            });
      }

      // when
      for (Future<Void> caller : threads.invokeAll(callers)) {
        caller.get();
      }

      // then
      assertThat(variant.complete(prompt(1, 1_000, 1, 0), 8, LONG)).isInstanceOf(Answered.class);
      assertThat(variant.statistics().running() + variant.statistics().waiting()).isZero();
    }
  }

  private static int cached(Completion completion) {
    assertThat(completion).isInstanceOf(Answered.class);
    return ((Answered) completion).cachedTokens();
  }

  /** A prompt whose beginning belongs to a family, and whose end to one question. */
  public static TokenizedPrompt prompt(long family, int shared, long question, int own) {
    byte[] text = new byte[(shared + own) * LocalTokenizer.TOKEN_BYTES];
    byte[] beginning = new byte[shared * LocalTokenizer.TOKEN_BYTES];
    new Random(question).nextBytes(text);
    new Random(~family).nextBytes(beginning);
    System.arraycopy(beginning, 0, text, 0, beginning.length);
    return TOKENIZER.tokenize(text, "");
  }
}
