/**
 * Chain, rows and fleet in, decision out. Pure: depends on {@code prompt} and {@code java.*} only,
 * and reads no clock.
 */
@NullMarked
package dev.warmpath.routing;

import org.jspecify.annotations.NullMarked;
