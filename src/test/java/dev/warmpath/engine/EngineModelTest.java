package dev.warmpath.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.engine.EngineEvent.Finished;
import dev.warmpath.engine.EngineEvent.FirstToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineModelTest {
  private static final int BLOCK = EngineProfile.BLOCK_TOKENS;

  @Test
  void takesTheTimeOfOverheadAndPrefillForTheFirstToken() {
    // given
    EngineModel engine = new EngineModel(EngineProfile.LLAMA_70B_8XH100);
    engine.submit(request(1, 1_000, 1));

    // when
    Iteration iteration = engine.next().orElseThrow();

    // then: 12 ms + 0.1 ms + 1000 tokens / 10,000 tokens/s * (1 + 500 / 53,000)
    assertThat(iteration.duration().toNanos()).isBetween(113_043_000L, 113_044_000L);
    assertThat(engine.finish(iteration)).containsExactly(new FirstToken(1, 0), new Finished(1));
  }

  @Test
  void addsTheKvReadOfDecodingSequencesToAnIteration() {
    // given
    EngineModel engine = new EngineModel(EngineProfile.LLAMA_70B_8XH100);
    engine.submit(request(1, 2_000, 3));
    engine.finish(engine.next().orElseThrow());

    // when
    Iteration iteration = engine.next().orElseThrow();

    // then: 12 ms + 0.1 ms + 2001 tokens * 20.4 ns
    assertThat(iteration.duration()).isEqualTo(Duration.ofNanos(12_140_820));
    assertThat(iteration.prefillTokens()).isZero();
  }

  @Test
  void generatesOneTokenInEveryIterationUntilTheOutputIsComplete() {
    // given
    EngineModel engine = new EngineModel(profile(10_000));
    engine.submit(request(1, 10, 4));

    // when
    List<List<EngineEvent>> events = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      events.add(engine.finish(engine.next().orElseThrow()));
    }

    // then
    assertThat(events)
        .containsExactly(
            List.of(new FirstToken(1, 0)), List.of(), List.of(), List.of(new Finished(1)));
    assertThat(engine.next()).isEmpty();
  }

  @Test
  void cutsALongPromptIntoChunksWithoutChangingItsCost() {
    // given
    EngineModel whole = new EngineModel(withChunk(100_000));
    EngineModel cut = new EngineModel(withChunk(1_000));
    whole.submit(request(1, 10_000, 1));
    cut.submit(request(1, 10_000, 1));

    // when
    Duration once = drain(whole).elapsed();
    Run chunked = drain(cut);

    // then
    assertThat(chunked.iterations()).isEqualTo(10);
    assertThat(chunked.elapsed().minus(once).abs()).isLessThan(Duration.ofNanos(10));
  }

  @Test
  void servesAnEqualPromptFromTheCacheButComputesItsLastToken() {
    // given
    EngineModel engine = new EngineModel(profile(10_000));
    engine.submit(request(1, 10 * BLOCK, 1));
    drain(engine);

    // when
    engine.submit(request(2, 10 * BLOCK, 1));
    Run again = drain(engine);

    // then
    assertThat(again.cachedTokens()).containsEntry(2L, 9 * BLOCK);
    assertThat(engine.load().computedPrefillTokens()).isEqualTo(11 * BLOCK);
    assertThat(engine.load().cachedPromptTokens()).isEqualTo(9 * BLOCK);
  }

  @Test
  void countsOnlyFullBlocksAsHits() {
    // given
    EngineModel engine = new EngineModel(profile(10_000));
    engine.submit(request(1, 5 * BLOCK + 7, 1));
    drain(engine);

    // when
    engine.submit(request(2, 5 * BLOCK + 9, 1));

    // then
    assertThat(drain(engine).cachedTokens()).containsEntry(2L, 5 * BLOCK);
  }

  @Test
  void reusesWhatAnEarlierRequestOfTheSameBurstComputed() {
    // given
    EngineModel engine = new EngineModel(withChunk(64));
    engine.submit(request(1, 320, 1));
    engine.submit(request(2, 320, 1));

    // when
    Run run = drain(engine);

    // then: the second leaves the queue when the chunk has room, after the first is computed
    assertThat(run.cachedTokens()).containsEntry(1L, 0).containsEntry(2L, 304);
  }

  @Test
  void letsTheQueueWaitForMemoryInOrder() {
    // given
    EngineModel engine = new EngineModel(profile(10 * BLOCK));
    engine.submit(distinct(1, 6 * BLOCK, BLOCK));
    engine.submit(distinct(2, 6 * BLOCK, BLOCK));
    engine.submit(distinct(3, BLOCK, BLOCK));

    // when
    Iteration first = engine.next().orElseThrow();

    // then
    assertThat(first.admitted()).containsExactly(1L);
    assertThat(engine.load().waiting()).isEqualTo(2);
    engine.finish(first);
    assertThat(drain(engine).finished()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void runsNoMoreSequencesThanItMay() {
    // given
    EngineModel engine =
        new EngineModel(
            new EngineProfile(
                1_000, 1_000, Duration.ZERO, Duration.ZERO, 0, 1_000, 2, 10_000, BLOCK));
    LongStream.rangeClosed(1, 3).forEach(id -> engine.submit(distinct(id, 8, 5)));

    // when
    Iteration iteration = engine.next().orElseThrow();

    // then
    assertThat(iteration.sequences()).isEqualTo(2);
    assertThat(engine.load().waiting()).isEqualTo(1);
  }

  @Test
  void refusesARequestThatExceedsTheWholeCache() {
    // given
    EngineModel engine = new EngineModel(profile(10 * BLOCK));

    // when
    Submission exact = engine.submit(distinct(1, 9 * BLOCK, BLOCK));
    Submission larger = engine.submit(distinct(2, 9 * BLOCK, BLOCK + 1));

    // then
    assertThat(exact).isEqualTo(Submission.QUEUED);
    assertThat(larger).isEqualTo(Submission.TOO_LARGE);
    assertThat(drain(engine).finished()).containsExactly(1L);
  }

  @Test
  void freesMemoryAndKeepsComputedBlocksWhenARequestIsCancelled() {
    // given
    EngineModel engine = new EngineModel(withChunk(64));
    engine.submit(request(1, 320, 8));
    engine.submit(request(2, 320, 8));
    engine.finish(engine.next().orElseThrow());
    Iteration second = engine.next().orElseThrow();

    // when
    boolean runningOne = engine.cancel(1);
    boolean waitingOne = engine.cancel(2);

    // then
    assertThat(runningOne).isTrue();
    assertThat(waitingOne).isTrue();
    assertThat(engine.cancel(1)).isFalse();
    assertThat(engine.finish(second)).isEmpty();
    assertThat(engine.next()).isEmpty();
    assertThat(engine.load().reservedTokens()).isZero();
    assertThat(engine.load().reusableTokens()).isEqualTo(64);
    assertThat(engine.load().computedPrefillTokens()).isEqualTo(128);
  }

  @Test
  void forgetsEverythingOnAResetAndVoidsTheRunningIteration() {
    // given
    EngineModel engine = new EngineModel(profile(10_000));
    engine.submit(request(1, 320, 1));
    drain(engine);
    engine.submit(request(2, 320, 8));
    Iteration running = engine.next().orElseThrow();
    engine.submit(request(3, 320, 8));

    // when
    List<Long> lost = engine.reset();

    // then
    assertThat(lost).containsExactlyInAnyOrder(2L, 3L);
    assertThat(engine.finish(running)).isEmpty();
    assertThat(engine.load().reusableTokens()).isZero();
    engine.submit(request(4, 320, 1));
    assertThat(drain(engine).cachedTokens()).containsEntry(4L, 0);
  }

  @Test
  void rejectsCallsOutOfOrder() {
    // given
    EngineModel engine = new EngineModel(profile(10_000));
    engine.submit(request(1, 20, 2));
    Iteration first = engine.next().orElseThrow();

    // when, then
    assertThatThrownBy(engine::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> engine.submit(request(1, 20, 2)))
        .isInstanceOf(IllegalArgumentException.class);
    engine.finish(first);
    assertThatThrownBy(() -> engine.finish(first)).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void endsEveryRequestOnceAndNeverExceedsItsMemory(long seed) {
    // given
    Random random = new Random(seed);
    int capacity = (20 + random.nextInt(60)) * BLOCK;
    EngineModel engine =
        new EngineModel(
            new EngineProfile(
                1_000, 500, Duration.ofMillis(1), Duration.ZERO, 1, 100, 4, capacity, BLOCK));
    List<Long> accepted = new ArrayList<>();
    List<Long> ended = new ArrayList<>();

    // when
    for (long id = 1; id <= 400; id++) {
      int prompt = 1 + random.nextInt(20 * BLOCK);
      if (engine.submit(family(id, random.nextInt(4), prompt, 1 + random.nextInt(40)))
          == Submission.QUEUED) {
        accepted.add(id);
      }
      long victim = 1L + random.nextInt((int) id);
      if (random.nextInt(10) == 0 && engine.cancel(victim)) {
        accepted.remove(victim);
      }
      if (random.nextBoolean()) {
        engine.next().map(engine::finish).ifPresent(events -> collect(events, ended));
      }
      assertThat(engine.load().reservedTokens()).isLessThanOrEqualTo(capacity);
      assertThat(engine.load().reusableTokens()).isLessThanOrEqualTo(capacity);
    }
    ended.addAll(drain(engine).finished());

    // then
    assertThat(ended).containsExactlyInAnyOrderElementsOf(accepted);
    assertThat(engine.load().running() + engine.load().waiting()).isZero();
    assertThat(engine.load().reservedTokens()).isZero();
    assertThat(engine.load().contextTokens()).isZero();
  }

  /** What came of running an engine until it is idle. */
  record Run(
      Duration elapsed, int iterations, List<Long> finished, Map<Long, Integer> cachedTokens) {}

  static Run drain(EngineModel engine) {
    Duration elapsed = Duration.ZERO;
    int iterations = 0;
    List<Long> finished = new ArrayList<>();
    Map<Long, Integer> cachedTokens = new HashMap<>();
    for (var next = engine.next(); next.isPresent(); next = engine.next()) {
      elapsed = elapsed.plus(next.get().duration());
      iterations++;
      for (EngineEvent event : engine.finish(next.get())) {
        switch (event) {
          case FirstToken(long id, int cached) -> cachedTokens.put(id, cached);
          case Finished(long id) -> finished.add(id);
        }
      }
    }
    return new Run(elapsed, iterations, finished, cachedTokens);
  }

  private static void collect(List<EngineEvent> events, List<Long> ended) {
    events.stream().filter(Finished.class::isInstance).map(EngineEvent::id).forEach(ended::add);
  }

  /** A request whose blocks are those of every other one of this kind, as deep as it goes. */
  private static EngineRequest request(long id, int promptTokens, int outputTokens) {
    return family(id, 0, promptTokens, outputTokens);
  }

  private static EngineRequest distinct(long id, int promptTokens, int outputTokens) {
    return family(id, id, promptTokens, outputTokens);
  }

  private static EngineRequest family(long id, long family, int promptTokens, int outputTokens) {
    long[] hashes =
        LongStream.range(0, promptTokens / BLOCK).map(b -> family * 1_000_000 + b).toArray();
    return new EngineRequest(id, hashes, promptTokens, outputTokens);
  }

  private static EngineProfile profile(long capacityTokens) {
    return EngineProfile.laptopDemo(capacityTokens);
  }

  private static EngineProfile withChunk(int chunkTokens) {
    return new EngineProfile(
        10_000, 53_000, Duration.ZERO, Duration.ZERO, 0, chunkTokens, 256, 1_000_000, BLOCK);
  }
}
