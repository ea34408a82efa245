package dev.warmpath.sim.workload;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.sim.SimRequest;
import java.util.List;

/**
 * Requests that somebody has recorded.
 *
 * @param name the file's name
 * @param blockTokens how many tokens a block of its prompts has
 * @param requests in the order of their stamps, or of the file where there are none; each one's
 *     number is its place
 * @param stampMillis when they arrived, ascending; empty if the trace does not tell; not copied
 * @param chains their prompts' chains where the text was known; else empty
 */
@SuppressWarnings("ArrayRecordComponent") // Tens of thousands, and nobody compares them.
public record Trace(
    String name,
    int blockTokens,
    List<SimRequest> requests,
    long[] stampMillis,
    List<PrefixChain> chains) {
  /** Copies the lists. */
  public Trace {
    requests = List.copyOf(requests);
    chains = List.copyOf(chains);
  }

  /** Whether the stamps tell a rate: some are later than others. */
  public boolean isTimed() {
    return stampMillis.length > 0 && stampMillis[0] < stampMillis[stampMillis.length - 1];
  }

  /** The chain of one of its requests. */
  PrefixChain chain(SimRequest request) {
    return chains.isEmpty() ? NamedChains.of(request) : chains.get(request.id());
  }
}
