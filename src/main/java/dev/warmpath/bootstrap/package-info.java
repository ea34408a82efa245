/**
 * Where everything is wired: configuration in, a running tier out. The only place, beside the
 * command line, that reads environment, clock and randomness.
 */
@NullMarked
package dev.warmpath.bootstrap;

import org.jspecify.annotations.NullMarked;
