package dev.warmpath.router;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;

/**
 * What it takes to place prompts and to keep accounts of them.
 *
 * @param table who owns what
 * @param fleet who may be chosen
 * @param metrics told of writes that were lost
 */
public record Ledger(AffinityTable table, FleetView fleet, RouteMetrics metrics) {}
