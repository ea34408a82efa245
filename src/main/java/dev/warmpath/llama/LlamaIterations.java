package dev.warmpath.llama;

import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.engine.Iteration;
import dev.warmpath.engine.SequenceStep;
import dev.warmpath.local.IterationRunner;
import dev.warmpath.local.TokenizedPrompt;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Iterations that llama.cpp computes: each takes as long as it takes. What counts as cached has its
 * keys and values in llama.cpp's cache and is not computed again. Used by one thread at a time.
 */
public final class LlamaIterations implements IterationRunner {
  private final LlamaContext context;
  private final BlockCells cells;
  private final LongSupplier nanos;
  private final Map<Long, Work> running = new HashMap<>();
  private List<SequenceStep> steps = List.of();
  private float[] lastLogits = {};

  /** A running request and the token that it generated last. */
  private static final class Work {
    private final TokenizedPrompt prompt;
    private int lastToken;

    Work(TokenizedPrompt prompt) {
      this.prompt = prompt;
    }
  }

  private LlamaIterations(LlamaContext context, int blockTokens, LongSupplier nanos) {
    this.context = context;
    this.cells = new BlockCells(context, blockTokens);
    this.nanos = nanos;
  }

  /**
   * Makes an empty KV cache of the size that the engine's profile says.
   *
   * @param nanos the clock, as {@link System#nanoTime}
   * @throws IOException if there is not enough memory
   */
  public static LlamaIterations over(LlamaModel model, EngineProfile profile, LongSupplier nanos)
      throws IOException {
    int blocks = profile.capacityBlocks();
    int cells = Math.multiplyExact(blocks, profile.blockTokens());
    int sequences = BlockCells.mostSequences(blocks, profile.maxSequences());
    return new LlamaIterations(model.context(cells, sequences), profile.blockTokens(), nanos);
  }

  @Override
  public void plan(EngineModel engine, LongFunction<TokenizedPrompt> prompts) {
    steps = engine.steps();
    cells.follow(engine, steps, id -> prompts.apply(id).blockHashes());
    running.keySet().retainAll(steps.stream().map(SequenceStep::id).toList());
    steps.forEach(step -> running.computeIfAbsent(step.id(), id -> new Work(prompts.apply(id))));
  }

  @Override
  public long run(Iteration iteration, long start) {
    Queue<Work> generating = new ArrayDeque<>();
    for (SequenceStep step : steps) {
      Work work = Objects.requireNonNull(running.get(step.id()), "planned");
      int sequence = cells.sequence(step.id());
      int end = step.from() + step.tokens();
      for (int position = step.from(); position < end; position++) {
        boolean generates = step.generates() && position == end - 1;
        context.add(token(work, position), position, sequence, generates);
        if (generates) {
          generating.add(work);
        }
        if (context.isFull()) {
          compute(generating);
        }
      }
      cells.computed(step.id(), end);
    }
    compute(generating);
    return nanos.getAsLong();
  }

  @Override
  public void close() {
    context.close();
  }

  /** What was computed so far and what is held now. */
  LlamaContext context() {
    return context;
  }

  /** What the model thought of each token when it generated the last one. */
  float[] lastLogits() {
    return lastLogits;
  }

  private static int token(Work work, int position) {
    return position < work.prompt.tokens()
        ? work.prompt.token(position, ModelShape.VOCABULARY)
        : work.lastToken;
  }

  private void compute(Queue<Work> generating) {
    context.compute(
        logits -> {
          lastLogits = logits;
          generating.remove().lastToken = likeliest(logits);
        });
  }

  private static int likeliest(float[] logits) {
    int best = 0;
    for (int token = 1; token < logits.length; token++) {
      if (logits[token] > logits[best]) {
        best = token;
      }
    }
    return best;
  }
}
