package dev.warmpath.router;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.routing.PoolFacts;
import java.time.Instant;
import java.util.concurrent.Executor;

/**
 * The question where a prompt shall go.
 *
 * @param chain the prompt's chain
 * @param facts what is known of engines and traffic
 * @param fleet the targets that serve its model
 * @param now the router's time
 * @param ticket a number that differs between requests
 * @param background where the fleet is renewed
 */
record Inquiry(
    PrefixChain chain,
    PoolFacts facts,
    FleetView fleet,
    Instant now,
    long ticket,
    Executor background) {}
