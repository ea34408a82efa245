/**
 * The chaos suite: whole fleets of routers and engines while parts of them fail, and the figures of
 * how they fared.
 */
@NullMarked
package dev.warmpath.chaos;

import org.jspecify.annotations.NullMarked;
