/**
 * A model of a caching inference engine: block cache, continuous batching, chunked prefill.
 *
 * <p>It has no clock and no threads: its caller starts each iteration, lets the time pass that the
 * iteration takes, be it real or simulated, and reports its end. May depend on {@code prompt} only.
 */
@NullMarked
package dev.warmpath.engine;

import org.jspecify.annotations.NullMarked;
