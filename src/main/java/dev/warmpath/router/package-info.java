/**
 * The use case: one prompt is keyed, looked up, placed, sent and accounted for. Pure: knows ports,
 * neither AWS nor JSON nor the clock.
 */
@NullMarked
package dev.warmpath.router;

import org.jspecify.annotations.NullMarked;
