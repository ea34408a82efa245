/** Warmpath's own classes run by the simulator, over a table in memory that ages and fails. */
@NullMarked
package dev.warmpath.sim.warmpath;

import org.jspecify.annotations.NullMarked;
