/** Where a simulation's requests come from: traces read from files, and traffic made up. */
@NullMarked
package dev.warmpath.sim.workload;

import org.jspecify.annotations.NullMarked;
