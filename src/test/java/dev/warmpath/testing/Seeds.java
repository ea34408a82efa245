package dev.warmpath.testing;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Checks a property for many seeds, and names the one for which it does not hold. */
public final class Seeds {
  private Seeds() {}

  /** Something that must hold whatever the seed. */
  @FunctionalInterface
  public interface Property {
    /** Fails with an {@link AssertionError} if the property does not hold. */
    void check(long seed, RandomGenerator random);
  }

  /**
   * Checks a property for the seeds 0 to {@code count - 1}.
   *
   * @throws AssertionError naming the first seed for which the property fails or throws
   */
  public static void forAll(int count, Property property) {
    for (long seed = 0; seed < count; seed++) {
      try {
        property.check(seed, new SplittableRandom(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("the property fails for seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
