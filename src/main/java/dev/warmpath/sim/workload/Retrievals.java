package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Questions over retrieved documents that stand in another order each time: nothing but the
 * instructions can be reused.
 */
final class Retrievals implements SessionSource {
  private static final int INSTRUCTION_TOKENS = 1_024;
  private static final int DOCUMENTS = 5_000;
  private static final int RETRIEVED = 5;
  private static final int DOCUMENT_TOKENS = 400;
  private static final int QUESTION_TOKENS = 60;
  private static final double OUTPUT_TOKENS = 280;
  private static final long THINK_NANOS = 10_000_000_000L;

  private final int blockTokens;
  private final Draws draws;
  private long users;

  Retrievals(int blockTokens, Draws draws) {
    this.blockTokens = blockTokens;
    this.draws = draws;
  }

  @Override
  public Optional<Session> next() {
    return Optional.of(new SingleQuestion(ids -> List.of(request(ids)), THINK_NANOS));
  }

  private SimRequest request(IntSupplier ids) {
    PromptBuilder prompt = new PromptBuilder(blockTokens);
    prompt.append(-1, INSTRUCTION_TOKENS).endMessage();
    for (int i = 0; i < RETRIEVED; i++) {
      prompt.append(draws.oneOf(DOCUMENTS), DOCUMENT_TOKENS);
    }
    prompt.append(draws.unique(), QUESTION_TOKENS).endMessage();
    return prompt.request(ids.getAsInt(), users++, draws.exponential(OUTPUT_TOKENS));
  }
}
