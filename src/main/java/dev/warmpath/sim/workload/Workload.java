package dev.warmpath.sim.workload;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.Traffic;

/** Requests to simulate, drawn anew for each seed. Immutable, safe for any number of threads. */
public interface Workload {
  /** What people call it. */
  String name();

  /** How many tokens a block of its prompts has. */
  int blockTokens();

  /** About how many requests a run has. */
  long expectedRequests();

  /** The requests of one run; equal seeds give equal requests. */
  Traffic traffic(long seed);

  /** The chain of a request's prompt, as routers would compute it from the text. */
  PrefixChain chain(SimRequest request);
}
