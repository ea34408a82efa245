package dev.warmpath.sim.workload;

import java.util.Optional;

/** Makes the sessions of one run, one after the other. */
interface SessionSource {
  /** The next session; empty if there are no more. */
  Optional<Session> next();
}
