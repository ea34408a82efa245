package dev.warmpath.router;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.RouteMetrics;

/**
 * Everything that the router talks to.
 *
 * @param table who owns what
 * @param engine who answers
 * @param fleet who may be chosen
 * @param metrics where measurements go
 */
public record Ports(
    AffinityTable table, InferenceEngine engine, FleetView fleet, RouteMetrics metrics) {}
