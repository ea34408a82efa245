package dev.warmpath.routing;

/** A rule that picks a target; stateless, so that it may be shared by any number of threads. */
public interface RoutingPolicy {
  /** Decides; equal contexts give equal decisions, and no context makes it throw. */
  RoutingDecision decide(RoutingContext context);

  /** What people call the rule: lower case, words joined by dashes. */
  String name();

  /** Whether decisions need the rows of prefixes; those of targets are always read. */
  default boolean readsPrefixes() {
    return false;
  }
}
