package dev.warmpath.web;

import dev.warmpath.router.Explanation;
import dev.warmpath.router.RouteReport;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.RoutingDecision.Shed;
import dev.warmpath.routing.Target;

/** A decision's reason as a sentence. */
public final class ReasonText {
  private static final String PROBE =
      " It failed a while ago: one request may try whether it serves again.";

  private static final String NO_TARGET = "No target that serves this model is in service.";

  private ReasonText() {}

  /** Why a prompt would go where it would go. */
  static String of(Explanation explanation) {
    return switch (explanation.decision()) {
      case NoTarget() -> NO_TARGET;
      case Shed(var excess) ->
          "Every target has too much work waiting, by %.1f seconds at least."
              .formatted(excess.toMillis() / 1000.0);
      case Routed routed ->
          of(
                  routed.reason(),
                  routed.target(),
                  new Prompt(
                      routed.promptTokens(), routed.routedTokens(), routed.availableTokens()))
              + (routed.probe() ? PROBE : "");
    };
  }

  /** Why a request went where it went; in shadow mode, where it would have gone. */
  public static String of(RouteReport report) {
    RouteReport.Tokens tokens = report.tokens();
    Prompt prompt = new Prompt(tokens.prompt(), tokens.routed(), tokens.available());
    return report
        .reason()
        .flatMap(
            reason -> report.advised().or(report::target).map(target -> of(reason, target, prompt)))
        .orElse(NO_TARGET);
  }

  private record Prompt(long tokens, long routed, long available) {}

  private static String of(Reason reason, Target target, Prompt prompt) {
    String name = target.label();
    return switch (reason) {
      case WARM ->
          "%s holds %d of the %d prompt tokens, as many as any target does."
              .formatted(name, prompt.routed(), prompt.tokens());
      case SPILLED ->
          ("%s holds %d of the %d prompt tokens that could be had; a target that holds more has too"
                  + " much work waiting, or has taken in far more lately.")
              .formatted(name, prompt.routed(), prompt.available());
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
