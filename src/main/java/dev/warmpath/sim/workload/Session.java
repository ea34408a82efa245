package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.List;
import java.util.function.IntSupplier;

/** What one user or agent asks, step by step; each step waits for the answers of the last one. */
interface Session {
  /**
   * The next step: requests sent at once. Empty when the session is over.
   *
   * @param ids numbers for new requests
   */
  List<SimRequest> next(IntSupplier ids);

  /** How long the user waits after the answers of the step before, in nanoseconds. */
  long thinkNanos();
}
