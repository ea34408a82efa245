package dev.warmpath.router;

import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.Serving;
import java.time.Duration;

/**
 * What an operator decides about routing.
 *
 * @param policy how targets are picked
 * @param facts what is known of engines before they have answered
 * @param callMargin how much earlier than the caller's deadline an engine call ends, so that a
 *     clear error can still be sent
 * @param longestCall how long an engine call may take at most
 * @param longestPlainCall up to which time a caller who wants his answer in one piece is served by
 *     a call that gives it so
 * @param assumedOutputTokens output tokens of a request that names no limit
 * @param serving which targets serve which model
 * @param mode who places requests
 */
public record RouterConfig(
    RoutingPolicy policy,
    PoolFacts facts,
    Duration callMargin,
    Duration longestCall,
    Duration longestPlainCall,
    long assumedOutputTokens,
    Serving serving,
    RoutingMode mode) {}
