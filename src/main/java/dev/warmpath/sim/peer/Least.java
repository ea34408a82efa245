package dev.warmpath.sim.peer;

import java.util.random.RandomGenerator;

/**
 * A search for the engine with the least cost among those offered; equal ones draw lots. Reused
 * from pick to pick; not safe for several threads.
 */
final class Least {
  private final RandomGenerator random;
  private double cost;
  private int engine;
  private int equals;

  Least(RandomGenerator random) {
    this.random = random;
    clear();
  }

  /** Forgets what was offered. */
  void clear() {
    cost = Double.POSITIVE_INFINITY;
    engine = -1;
    equals = 0;
  }

  /** Considers an engine at a finite cost. */
  void offer(int candidate, double itsCost) {
    if (itsCost > cost) {
      return;
    }
    equals = itsCost < cost ? 1 : equals + 1;
    cost = itsCost;
    // The n-th of n equals replaces those before it with chance 1/n: all have the same chance.
    if (equals == 1 || random.nextInt(equals) == 0) {
      engine = candidate;
    }
  }

  /** The engine found, or -1 if none was offered. */
  int engine() {
    return engine;
  }
}
