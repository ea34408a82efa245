package dev.warmpath.sim;

import java.util.Locale;
import java.util.stream.Collectors;

/** Every single run as comma-separated values, for whoever computes with them. */
public final class RunsCsv {
  private final StringBuilder lines =
      new StringBuilder("load,policy,seed,")
          .append(Measure.ALL.stream().map(Measure::name).collect(Collectors.joining(",")))
          .append('\n');

  /** Makes a page with nothing but heads. */
  public RunsCsv() {}

  /**
   * Adds the runs of a policy, a line each.
   *
   * @param load requests in a second, or users
   */
  public void add(double load, PolicyRuns policy) {
    for (int i = 0; i < policy.runs().size(); i++) {
      RunResult run = policy.runs().get(i);
      lines.append(load).append(',').append(policy.name()).append(',').append(i + 1);
      Measure.ALL.forEach(
          m -> lines.append(String.format(Locale.ROOT, ",%.6g", m.of().applyAsDouble(run))));
      lines.append('\n');
    }
  }

  @Override
  public String toString() {
    return lines.toString();
  }
}
