package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Conversations of several turns over a few assistants' instructions. */
final class Chats implements SessionSource {
  /** Turns of a conversation on average. */
  static final double MEAN_TURNS = 6;

  private static final int ASSISTANTS = 20;
  private static final int INSTRUCTION_TOKENS = 1_000;
  private static final int LEAST_MESSAGE = 50;
  private static final int MOST_MESSAGE = 800;
  private static final double ANSWER_TOKENS = 350;
  private static final double THINK_SECONDS = 20;
  private static final double THINK_SIGMA = 0.8;
  private static final double MOST_THINK_SECONDS = 300;

  private final int blockTokens;
  private final Draws draws;
  private long conversations;

  Chats(int blockTokens, Draws draws) {
    this.blockTokens = blockTokens;
    this.draws = draws;
  }

  @Override
  public Optional<Session> next() {
    PromptBuilder prompt = new PromptBuilder(blockTokens);
    prompt.append(draws.oneOf(ASSISTANTS), INSTRUCTION_TOKENS).endMessage();
    return Optional.of(new Chat(prompt, draws.exponential(MEAN_TURNS), conversations++));
  }

  private final class Chat implements Session {
    private final PromptBuilder prompt;
    private final long number;
    private int turnsLeft;

    Chat(PromptBuilder prompt, int turns, long number) {
      this.prompt = prompt;
      this.turnsLeft = turns;
      this.number = number;
    }

    @Override
    public List<SimRequest> next(IntSupplier ids) {
      if (turnsLeft-- <= 0) {
        return List.of();
      }
      prompt.append(draws.unique(), draws.between(LEAST_MESSAGE, MOST_MESSAGE)).endMessage();
      int answer = draws.exponential(ANSWER_TOKENS);
      SimRequest request = prompt.request(ids.getAsInt(), number, answer);
      prompt.append(draws.unique(), answer).endMessage();
      return List.of(request);
    }

    @Override
    public long thinkNanos() {
      return draws.logNormalNanos(THINK_SECONDS, THINK_SIGMA, MOST_THINK_SECONDS);
    }
  }
}
