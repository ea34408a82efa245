package dev.warmpath.routing;

import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import java.util.List;
import java.util.Optional;

/** Every target in turn, by the context's ticket: a baseline. */
public final class RoundRobinPolicy implements RoutingPolicy {
  @Override
  public RoutingDecision decide(RoutingContext context) {
    Eligible eligible = Eligible.of(context);
    List<Target> targets = eligible.fleet().targets();
    if (targets.isEmpty()) {
      return new NoTarget();
    }
    Target target = targets.get((int) Math.floorMod(context.ticket(), (long) targets.size()));
    return new Routed(
        target,
        Reason.TURN,
        context.promptTokens(),
        0,
        0,
        Optional.empty(),
        List.of(),
        eligible.isProbe(target));
  }

  @Override
  public String name() {
    return "round-robin";
  }
}
