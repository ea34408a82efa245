package dev.warmpath.routing;

import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import java.util.List;
import java.util.Optional;

/**
 * The first rendezvous candidate of the prompt's family: needs no rows at all.
 *
 * <p>A baseline, and what every router falls back to when the table gives no answer.
 */
public final class RendezvousPolicy implements RoutingPolicy {
  @Override
  public RoutingDecision decide(RoutingContext context) {
    Eligible eligible = Eligible.of(context);
    return Rendezvous.preferred(context.chain().family(), eligible.fleet().targets(), 1).stream()
        .findFirst()
        .<RoutingDecision>map(
            target ->
                new Routed(
                    target,
                    Reason.FALLBACK,
                    context.promptTokens(),
                    0,
                    0,
                    Optional.empty(),
                    List.of(),
                    eligible.isProbe(target)))
        .orElseGet(NoTarget::new);
  }

  @Override
  public String name() {
    return "rendezvous";
  }
}
