package dev.warmpath.router;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.routing.Candidate;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.OwnershipUpkeep;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.Target;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a decision when SageMaker places the call: everything that the table learns names
 * the target that served, never the one that was advised.
 *
 * @param served the decision as if it had named the target that served
 * @param context what the decision saw, with the claim's row as the served target's
 * @param claim the entry to write in the place of a claim; empty if there was nothing to claim
 */
record Shadow(Routed served, RoutingContext context, Optional<PrefixUpdate> claim) {
  /** The target that leaves the choice among an endpoint's variants, or inside it, to SageMaker. */
  static Target open(Target advised) {
    return switch (advised.address()) {
      case Target.Address.Variant(var _) -> Target.ofEndpoint(advised.endpoint(), 1, false);
      case Target.Address.Component(String name) -> Target.ofComponent(advised.endpoint(), name, 1);
      case Target.Address.Whole() -> Target.ofEndpoint(advised.endpoint(), 1, false);
    };
  }

  /**
   * What an opened call shows.
   *
   * @return empty if the call failed, or SageMaker did not say which of the fleet's targets it
   *     invoked
   */
  static Optional<Shadow> of(RoutingContext context, Routed advised, EngineOpening opening) {
    return opening instanceof EngineOpening.Opened(var stream)
        ? served(context, advised.target(), stream.invokedVariant())
            .map(target -> of(context, advised, target))
        : Optional.empty();
  }

  private static Optional<Target> served(RoutingContext context, Target advised, String variant) {
    return advised.address() instanceof Target.Address.Variant
        ? context.fleet().targets().stream()
            .filter(t -> t.endpoint().equals(advised.endpoint()))
            .filter(t -> t.address().equals(new Target.Address.Variant(variant)))
            .findFirst()
        : Optional.of(advised);
  }

  private static Shadow of(RoutingContext context, Routed advised, Target target) {
    Routed served =
        new Routed(
            target,
            advised.reason(),
            advised.promptTokens(),
            matchedTokens(advised, target),
            advised.availableTokens(),
            Optional.empty(),
            advised.candidates(),
            false);
    return advised
        .claim()
        .map(claim -> claimed(context, served, claim.anchor()))
        .orElseGet(() -> new Shadow(served, context, Optional.empty()));
  }

  private static long matchedTokens(Routed advised, Target target) {
    return advised.candidates().stream()
        .filter(c -> c.target().equals(target))
        .mapToLong(Candidate::matchedTokens)
        .findFirst()
        .orElse(0);
  }

  private static Shadow claimed(RoutingContext context, Routed served, Anchor anchor) {
    Owner owner = new OwnershipUpkeep(context, served.target()).claimant(anchor);
    Instant end = context.now().plus(context.facts().prefixTtl());
    PrefixRow row = new PrefixRow(anchor.hash(), anchor.depthBytes(), 1, List.of(owner), end);
    return new Shadow(
        served,
        context.with(context.view().with(row)),
        Optional.of(new PrefixUpdate(anchor, owner, end)));
  }
}
