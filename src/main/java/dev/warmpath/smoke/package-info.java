/**
 * Checks of a deployment from outside, right after it was made. Knows AWS by its wire protocols and
 * the tier by its answers.
 */
@NullMarked
package dev.warmpath.smoke;

import org.jspecify.annotations.NullMarked;
