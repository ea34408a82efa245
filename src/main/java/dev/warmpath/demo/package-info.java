/** Plays one workload against the running local tier under several policies, side by side. */
@NullMarked
package dev.warmpath.demo;

import org.jspecify.annotations.NullMarked;
