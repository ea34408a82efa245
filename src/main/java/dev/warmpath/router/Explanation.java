package dev.warmpath.router;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.routing.Findings;
import dev.warmpath.routing.RoutingDecision;
import java.util.Optional;

/**
 * A decision on a prompt and what it rests on; holds no text.
 *
 * @param chain the prompt's chain
 * @param promptTokens the prompt's length, estimated from its bytes
 * @param findings what was found in the rows
 * @param decision where the prompt would go
 * @param degradation why the table gave no answer; empty if it did
 * @param mode who places requests
 */
public record Explanation(
    PrefixChain chain,
    long promptTokens,
    Findings findings,
    RoutingDecision decision,
    Optional<Degradation> degradation,
    RoutingMode mode) {

  static Explanation of(Placement placement, RoutingMode mode) {
    return new Explanation(
        placement.context().chain(),
        placement.context().promptTokens(),
        Findings.of(placement.context()),
        placement.decision(),
        placement.degradation(),
        mode);
  }
}
