/**
 * Functions to compare start-up with: what the stock runtime needs for nothing, and the SDK for the
 * two calls that a routed answer takes. Not part of what is deployed; the only classes outside of
 * {@code aws} and {@code lambda} that see AWS's libraries as a function of anybody would.
 */
@NullMarked
package dev.warmpath.bench.hello;

import org.jspecify.annotations.NullMarked;
