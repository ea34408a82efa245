/**
 * The routing rules of other projects, each modelled from its source, to be run beside Warmpath's.
 *
 * <p>Knows {@code sim} and, for one hash map, {@code engine}.
 */
@NullMarked
package dev.warmpath.sim.peer;

import org.jspecify.annotations.NullMarked;
