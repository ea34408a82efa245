package dev.warmpath.sim.workload;

import java.util.random.RandomGenerator;

/** The lots of one run's made-up traffic. */
record Draws(RandomGenerator lot) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** One of so many. */
  int oneOf(int count) {
    return lot.nextInt(count);
  }

  /** A number of both ends' range. */
  int between(int least, int most) {
    return lot.nextInt(least, most + 1);
  }

  boolean isHit(double share) {
    return lot.nextDouble() < share;
  }

  /** A piece of text that nobody has seen. */
  long unique() {
    return lot.nextLong();
  }

  /** An exponentially distributed count of at least 1. */
  int exponential(double mean) {
    return 1 + (int) Math.round(-Math.log(1 - lot.nextDouble()) * (mean - 1));
  }

  /** A log-normally distributed time in nanoseconds. */
  long logNormalNanos(double medianSeconds, double sigma, double mostSeconds) {
    double seconds = medianSeconds * Math.exp(sigma * lot.nextGaussian());
    return Math.round(Math.min(seconds, mostSeconds) * NANOS_PER_SECOND);
  }
}
