/** What the router needs of the world: the table, the engines, the fleet, the metrics. */
@NullMarked
package dev.warmpath.router.port;

import org.jspecify.annotations.NullMarked;
