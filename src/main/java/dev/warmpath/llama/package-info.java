/**
 * llama.cpp as the engine of a local variant: its native library through Java's foreign function
 * API, a model of random weights, and the book of which cells of its KV cache hold which block.
 *
 * <p>May depend on {@code engine} and {@code local}. Needs {@code
 * --enable-native-access=ALL-UNNAMED}.
 */
@NullMarked
package dev.warmpath.llama;

import org.jspecify.annotations.NullMarked;
