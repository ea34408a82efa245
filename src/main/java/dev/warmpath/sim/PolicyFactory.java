package dev.warmpath.sim;

/** Makes a policy anew for each router of each run. */
@FunctionalInterface
public interface PolicyFactory {
  /**
   * Makes one.
   *
   * @param engines how many engines there are
   * @param seed for policies that draw lots
   */
  SimPolicy create(int engines, long seed);
}
