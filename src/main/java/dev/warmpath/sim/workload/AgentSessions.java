package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Agents at work: tools and instructions that a tenth of all sessions share, a context that grows
 * with each call up to a limit, and now and then several sub-agents at once whose results come back
 * into it.
 */
final class AgentSessions implements SessionSource {
  /** Calls of a session on average, those of sub-agents included; about. */
  static final double MEAN_CALLS = 90;

  private static final int KINDS = 10;
  private static final int INSTRUCTION_TOKENS = 14_000;
  private static final int LEAST_GROWTH = 500;
  private static final int MOST_GROWTH = 3_000;
  private static final int MOST_CONTEXT = 128_000;
  private static final double ANSWER_TOKENS = 300;
  private static final double THINK_SECONDS = 5;
  private static final double THINK_SIGMA = 1;
  private static final double MOST_THINK_SECONDS = 60;
  private static final double SUB_AGENT_SHARE = 0.05;
  private static final int MOST_SUB_AGENTS = 4;
  private static final int SUB_AGENT_CALLS = 4;
  private static final int TASK_TOKENS = 1_000;

  private final int blockTokens;
  private final Draws draws;
  private long sessions;

  AgentSessions(int blockTokens, Draws draws) {
    this.blockTokens = blockTokens;
    this.draws = draws;
  }

  @Override
  public Optional<Session> next() {
    PromptBuilder instructions = new PromptBuilder(blockTokens);
    instructions.append(draws.oneOf(KINDS), INSTRUCTION_TOKENS).endMessage();
    return Optional.of(new Agent(instructions, sessions++));
  }

  private final class Agent implements Session {
    private final PromptBuilder instructions;
    private final PromptBuilder context;
    private final long number;
    private final List<PromptBuilder> subAgents = new ArrayList<>();
    private int subAgentCallsLeft;

    Agent(PromptBuilder instructions, long number) {
      this.instructions = instructions;
      this.context = instructions.copy();
      this.number = number;
    }

    @Override
    public List<SimRequest> next(IntSupplier ids) {
      if (subAgentCallsLeft > 0) {
        subAgentCallsLeft--;
        return subAgents.stream().map(sub -> call(sub, ids)).toList();
      }
      subAgents.clear();
      if (context.tokens() + MOST_GROWTH > MOST_CONTEXT) {
        return List.of();
      }
      SimRequest request = call(context, ids);
      if (draws.isHit(SUB_AGENT_SHARE)) {
        delegate();
      }
      return List.of(request);
    }

    @Override
    public long thinkNanos() {
      return draws.logNormalNanos(THINK_SECONDS, THINK_SIGMA, MOST_THINK_SECONDS);
    }

    private SimRequest call(PromptBuilder prompt, IntSupplier ids) {
      int growth = draws.between(LEAST_GROWTH, MOST_GROWTH);
      int answer = Math.min(growth - 1, draws.exponential(ANSWER_TOKENS));
      prompt.append(draws.unique(), growth - answer).endMessage();
      SimRequest request = prompt.request(ids.getAsInt(), number, answer);
      prompt.append(draws.unique(), answer).endMessage();
      return request;
    }

    private void delegate() {
      int count = draws.between(1, MOST_SUB_AGENTS);
      for (int i = 0; i < count; i++) {
        subAgents.add(instructions.copy().append(draws.unique(), TASK_TOKENS).endMessage());
      }
      subAgentCallsLeft = SUB_AGENT_CALLS;
    }
  }
}
