package dev.warmpath.routing;

import dev.warmpath.prompt.SplitMix64;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The target with the fewest running requests per instance, ties drawn by lot: a baseline. */
public final class LeastOutstandingPolicy implements RoutingPolicy {
  @Override
  public RoutingDecision decide(RoutingContext context) {
    Eligible eligible = Eligible.of(context);
    double typical = context.typicalPrefillRate();
    List<Candidate> candidates =
        eligible.fleet().targets().stream().map(t -> candidate(context, t, typical)).toList();
    return candidates.stream()
        .min(
            Comparator.comparingDouble(Candidate::cost)
                .thenComparingLong(c -> SplitMix64.mix(c.target().seed() ^ context.ticket())))
        .<RoutingDecision>map(
            c ->
                new Routed(
                    c.target(),
                    Reason.LOAD,
                    context.promptTokens(),
                    0,
                    0,
                    Optional.empty(),
                    candidates,
                    eligible.isProbe(c.target())))
        .orElseGet(NoTarget::new);
  }

  @Override
  public String name() {
    return "least-outstanding";
  }

  private static Candidate candidate(RoutingContext context, Target target, double typical) {
    TargetLoad load = context.load(target, typical);
    return new Candidate(target, 0, load, (double) load.sequences() / target.instances());
  }
}
