package dev.warmpath.sim;

/** Makes a policy's routers for a run; holds what the routers of one run share. */
@FunctionalInterface
public interface RunFactory {
  /**
   * Begins a run.
   *
   * @param agenda the run's time, and the place for work that is done later
   * @param seed draws all lots of the run
   */
  PolicyFactory begin(Agenda agenda, long seed);

  /** A policy whose routers share nothing. */
  static RunFactory of(PolicyFactory policies) {
    return (agenda, seed) -> policies;
  }
}
