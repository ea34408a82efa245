package dev.warmpath.sim.workload;

import dev.warmpath.prompt.NamedPrompt;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.sim.SimRequest;

/** Chains of requests that are known by the names of their blocks only. */
final class NamedChains {
  private static final String POOL = "5ca1ab1e00000000";

  private NamedChains() {}

  static PrefixChain of(SimRequest request) {
    return new NamedPrompt(
            POOL,
            request.blocks(),
            request.blockTokens(),
            request.promptTokens(),
            request.messageEnds(),
            request.session())
        .chain();
  }
}
