package dev.warmpath.llama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.engine.EngineRequest;
import dev.warmpath.engine.Iteration;
import dev.warmpath.local.EngineContract;
import dev.warmpath.local.TokenizedPrompt;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What llama.cpp computes and holds, against what its engine says of it. */
@Required(value = Facility.LLAMA, group = "exact cached counts of llama.cpp")
@TestInstance(Lifecycle.PER_CLASS)
class LlamaIterationsTest {
  private LlamaModel model;

  @BeforeAll
  void load() throws IOException {
    model = TinyModel.load();
  }

  @AfterAll
  void close() {
    model.close();
  }

  @Test
  void computesNothingThatCountsAsCached() throws IOException {
    try (Run run = new Run(1_024)) {
      // given
      run.submit(EngineContract.prompt(1, 100, 1, 50), 1);
      run.finishAll();
      long before = run.llama.context().computedTokens();

      // when
      run.submit(EngineContract.prompt(1, 100, 2, 50), 1);
      run.finishAll();

      // then
      assertThat(run.engine.load().cachedPromptTokens()).isEqualTo(96);
      assertThat(run.llama.context().computedTokens() - before).isEqualTo(54);
    }
  }

  @Test
  void thinksTheSameWhetherTheBeginningWasCachedOrNot() throws IOException {
    TokenizedPrompt prompt = EngineContract.prompt(1, 160, 1, 20);
    float[] cold = thought(prompt);

    // when: parts of the beginning were computed by two others, of which one has ended first
    float[] warm =
        thought(
            EngineContract.prompt(1, 80, 2, 30),
            EngineContract.prompt(3, 200, 3, 0),
            EngineContract.prompt(1, 144, 4, 40),
            prompt);
    float[] other = thought(EngineContract.prompt(2, 160, 1, 20));

    // then: results differ a little with the shape of a batch
    assertThat(LlamaContextTest.distance(cold, warm))
        .isLessThan(LlamaContextTest.distance(cold, other) / 10);
  }

  private float[] thought(TokenizedPrompt... prompts) throws IOException {
    try (Run run = new Run(1_024)) {
      for (TokenizedPrompt prompt : prompts) {
        run.submit(prompt, 1);
        run.finishAll();
      }
      return run.llama.lastLogits();
    }
  }

  @Test
  void holdsOneCopyOfABlockThatTwoComputeAtOnce() throws IOException {
    try (Run run = new Run(2_048)) {
      // given: both start before either is cached
      run.submit(EngineContract.prompt(1, 64, 1, 0), 1);
      run.submit(EngineContract.prompt(1, 64, 2, 16), 1);

      // when
      run.finishAll();

      // then: four blocks in common and one of the second's own
      assertThat(run.llama.context().usedCells()).isEqualTo(80);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void holdsInItsCellsWhatItsEngineHoldsWhateverHappens(long seed) throws IOException {
    try (Run run = new Run(1_024)) {
      // given
      Random random = new Random(seed);

      // when
      for (int event = 0; event < 120; event++) {
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> run.submit(randomPrompt(random), 1 + random.nextInt(12));
          case 3 -> run.engine.cancel(random.nextLong(run.lastId + 1));
          case 4 -> run.iterate(() -> run.engine.cancel(random.nextLong(run.lastId + 1)));
          case 5 -> {
            if (random.nextInt(20) == 0) {
              run.iterate(run.engine::reset);
            }
          }
          default -> run.iterate(() -> {});
        }
        assertThat(run.llama.context().usedCells()).isLessThanOrEqualTo(1_024);
      }
      run.finishAll();

      // then
      assertThat(run.llama.context().usedCells()).isEqualTo(run.engine.load().reusableTokens());
    }
  }

  private static TokenizedPrompt randomPrompt(Random random) {
    return EngineContract.prompt(
        random.nextInt(6), 20 + random.nextInt(200), random.nextInt(20), random.nextInt(120));
  }

  /** An engine that is driven by hand. */
  private final class Run implements AutoCloseable {
    private final Map<Long, TokenizedPrompt> prompts = new HashMap<>();
    private final EngineModel engine;
    private final LlamaIterations llama;
    private long lastId;

    Run(int capacityTokens) throws IOException {
      EngineProfile profile = TinyModel.profile(capacityTokens);
      engine = new EngineModel(profile);
      llama = LlamaIterations.over(model, profile, System::nanoTime);
    }

    void submit(TokenizedPrompt prompt, int outputTokens) {
      prompts.put(++lastId, prompt);
      engine.submit(new EngineRequest(lastId, prompt.blockHashes(), prompt.tokens(), outputTokens));
    }

    /** One iteration, in the middle of which something happens. */
    boolean iterate(Runnable meanwhile) {
      Optional<Iteration> iteration = engine.next();
      llama.plan(engine, prompts::get);
      iteration.ifPresent(
          started -> {
            llama.run(started, 0);
            meanwhile.run();
            engine.finish(started);
          });
      return iteration.isPresent();
    }

    void finishAll() {
      while (iterate(() -> {})) {
        assertThat(engine.load().running()).isNotNegative();
      }
    }

    @Override
    public void close() {
      llama.close();
    }
  }
}
