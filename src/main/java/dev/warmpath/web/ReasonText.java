package dev.warmpath.web;

import dev.warmpath.router.Explanation;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Routed;

/** A decision's reason as a sentence. */
final class ReasonText {
  private static final String PROBE =
      " It failed a while ago: one request may try whether it serves again.";

  private ReasonText() {}

  /** Why a prompt would go where it would go. */
  static String of(Explanation explanation) {
    return switch (explanation.decision()) {
      case NoTarget() -> "No target that serves this model is in service.";
      case Routed routed -> of(routed) + (routed.probe() ? PROBE : "");
    };
  }

  private static String of(Routed routed) {
    String name = routed.target().label();
    return switch (routed.reason()) {
      case WARM ->
          "%s holds %d of the %d prompt tokens, as many as any target does."
              .formatted(name, routed.routedTokens(), routed.promptTokens());
      case SPILLED ->
          ("%s holds %d of the %d prompt tokens that could be had; a target that holds more has too"
                  + " much work waiting, or has taken in far more lately.")
              .formatted(name, routed.routedTokens(), routed.availableTokens());
      case NEW ->
          "No target holds any of the prompt; %s is where it costs least to begin.".formatted(name);
      case LOAD ->
          "The prompt has no key, is too short for one, or no cache can help it: %s has the least load."
              .formatted(name);
      case FALLBACK ->
          "The table gave no answer; %s is the target on which all routers agree for this prompt."
              .formatted(name);
      case TURN -> "It is the turn of %s.".formatted(name);
    };
  }
}
