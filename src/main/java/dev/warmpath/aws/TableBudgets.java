package dev.warmpath.aws;

import java.time.Duration;

/**
 * How long the affinity table may keep its callers.
 *
 * @param first for the environment's first read and first claim, which open connections and load
 *     classes; positive
 * @param call for every other read or claim: a request waits for these; positive
 * @param write for a write, which nobody waits for; positive
 */
public record TableBudgets(Duration first, Duration call, Duration write) {
  /** One second for the first call and for writes, 50 milliseconds for the others. */
  public static final TableBudgets DEFAULT =
      new TableBudgets(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofSeconds(1));

  /** Rejects budgets that leave no time. */
  public TableBudgets {
    requirePositive("first", first);
    requirePositive("call", call);
    requirePositive("write", write);
  }

  /** The longest of all. */
  public Duration longest() {
    Duration longer = first.compareTo(call) > 0 ? first : call;
    return longer.compareTo(write) > 0 ? longer : write;
  }

  private static void requirePositive(String name, Duration budget) {
    if (!budget.isPositive()) {
      throw new IllegalArgumentException(
          "the " + name + " budget must be positive but was " + budget);
    }
  }
}
