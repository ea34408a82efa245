package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.List;

/**
 * Requests that somebody has recorded.
 *
 * @param name the file's name
 * @param blockTokens how many tokens a block of its prompts has
 * @param requests in the order of their stamps, or of the file where there are none
 * @param stampMillis when they arrived, ascending; empty if the trace does not tell; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Tens of thousands, and nobody compares them.
public record Trace(String name, int blockTokens, List<SimRequest> requests, long[] stampMillis) {
  /** Copies the requests. */
  public Trace {
    requests = List.copyOf(requests);
  }

  /** Whether it tells when requests arrived. */
  public boolean isTimed() {
    return stampMillis.length > 0;
  }
}
