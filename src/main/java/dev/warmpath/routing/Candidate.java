package dev.warmpath.routing;

/**
 * One target as a policy saw it.
 *
 * @param target who
 * @param matchedTokens prompt tokens believed to be in its cache
 * @param load the work waiting there
 * @param cost what the policy minimises; comparable within one decision only
 */
public record Candidate(Target target, long matchedTokens, TargetLoad load, double cost) {}
