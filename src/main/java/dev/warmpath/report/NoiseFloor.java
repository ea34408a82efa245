package dev.warmpath.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How much results differ for no other reason than the seed. */
public final class NoiseFloor {
  private NoiseFloor() {}

  /** A sentence about the baselines of all loads, or that one seed tells nothing of noise. */
  public static String sentence(List<SimulatedResult> results) {
    List<SimulatedResult> baselines =
        results.stream().filter(r -> r.againstBaseline().isEmpty()).toList();
    if (baselines.stream().allMatch(r -> r.seeds() < 2)) {
      return "One seed does not tell how much of a difference is noise: give --seeds.";
    }
    return String.format(
        Locale.ROOT,
        "The seed alone moves %s's TTFT p90 by up to %.0f %% and its hit rate by up to %.1f"
            + " points: what differs by less may be noise.",
        baselines.getFirst().medians().name(),
        100 * largest(baselines, "ttftP90Seconds", true),
        100 * largest(baselines, "hitRate", false));
  }

  private static double largest(List<SimulatedResult> results, String measure, boolean relative) {
    return results.stream()
        .flatMap(r -> Optional.ofNullable(r.spreads().get(measure)).stream())
        .mapToDouble(s -> range(s) / (relative && s.median() > 0 ? s.median() : 1))
        .max()
        .orElse(0);
  }

  private static double range(Spread spread) {
    return spread.most() - spread.least();
  }
}
