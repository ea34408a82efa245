package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Sixteen new prefixes with four requests each, all in one instant: siblings of a fan-out. */
final class Bursts implements SessionSource {
  /** Requests of one burst. */
  static final int REQUESTS = 64;

  private static final int SIBLINGS = 4;
  private static final int PREFIX_TOKENS = 6_000;
  private static final int TASK_TOKENS = 300;
  private static final double OUTPUT_TOKENS = 200;
  private static final long THINK_NANOS = 10_000_000_000L;

  private final int blockTokens;
  private final Draws draws;
  private long families;

  Bursts(int blockTokens, Draws draws) {
    this.blockTokens = blockTokens;
    this.draws = draws;
  }

  @Override
  public Optional<Session> next() {
    return Optional.of(new SingleQuestion(this::burst, THINK_NANOS));
  }

  private List<SimRequest> burst(IntSupplier ids) {
    List<SimRequest> requests = new ArrayList<>();
    for (int family = 0; family < REQUESTS / SIBLINGS; family++) {
      PromptBuilder prefix = new PromptBuilder(blockTokens);
      prefix.append(draws.unique(), PREFIX_TOKENS).endMessage();
      long session = families++;
      for (int sibling = 0; sibling < SIBLINGS; sibling++) {
        PromptBuilder prompt = prefix.copy().append(draws.unique(), TASK_TOKENS).endMessage();
        requests.add(prompt.request(ids.getAsInt(), session, draws.exponential(OUTPUT_TOKENS)));
      }
    }
    return requests;
  }
}
