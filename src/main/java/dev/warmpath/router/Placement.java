package dev.warmpath.router;

import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision;
import java.util.Optional;

/**
 * A decision with what led to it.
 *
 * @param decision where to
 * @param context what the policy saw, with the row of a claim in its view
 * @param degradation why the table gave no answer; empty if it did
 * @param claim what came of the claim
 */
public record Placement(
    RoutingDecision decision,
    RoutingContext context,
    Optional<Degradation> degradation,
    ClaimState claim) {}
