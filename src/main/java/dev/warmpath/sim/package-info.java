/** Simulation: workloads replayed through routing policies over modelled engines. */
@NullMarked
package dev.warmpath.sim;

import org.jspecify.annotations.NullMarked;
