package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Single questions of many tenants' users, each behind the tenant's long instructions. */
final class SharedPrefixes implements SessionSource {
  /** B2B of simulation.md, section 7. */
  static final Shape B2B = new Shape(0, 0);

  /** The same with one tenant who sends a quarter of all. */
  static final Shape HOT_PREFIX = new Shape(0.25, 0);

  /** The same with a line on top that never repeats, as a date or an id makes one. */
  static final Shape VOLATILE = new Shape(0, 32);

  private static final int TENANTS = 150;
  private static final int USERS = 5;
  private static final int PREFIX_TOKENS = 6_000;
  private static final int QUESTION_TOKENS = 1_200;
  private static final double OUTPUT_TOKENS = 250;
  private static final long THINK_NANOS = 5_000_000_000L;

  /**
   * What differs between such workloads.
   *
   * @param hotShare the share of requests that go to the first tenant beside his own, 0 to 1
   * @param uniqueTokens length of a line on top that never repeats
   */
  record Shape(double hotShare, int uniqueTokens) {}

  private final Shape shape;
  private final int blockTokens;
  private final Draws draws;

  SharedPrefixes(Shape shape, int blockTokens, Draws draws) {
    this.shape = shape;
    this.blockTokens = blockTokens;
    this.draws = draws;
  }

  @Override
  public Optional<Session> next() {
    return Optional.of(new SingleQuestion(ids -> List.of(request(ids)), THINK_NANOS));
  }

  private SimRequest request(IntSupplier ids) {
    int tenant = draws.isHit(shape.hotShare()) ? 0 : draws.oneOf(TENANTS);
    PromptBuilder prompt = new PromptBuilder(blockTokens);
    if (shape.uniqueTokens() > 0) {
      prompt.append(draws.unique(), shape.uniqueTokens());
    }
    prompt.append(tenant, PREFIX_TOKENS).endMessage();
    prompt.append(draws.unique(), QUESTION_TOKENS).endMessage();
    long user = (long) tenant * USERS + draws.oneOf(USERS);
    return prompt.request(ids.getAsInt(), user, draws.exponential(OUTPUT_TOKENS));
  }
}
