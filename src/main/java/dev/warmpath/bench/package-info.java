/** Micro benchmarks of the router's own work; not part of what is deployed. */
@NullMarked
package dev.warmpath.bench;

import org.jspecify.annotations.NullMarked;
