/**
 * Start-up of the deployed package: processes started as Lambda starts them, in turns, and what
 * they are compared with.
 */
@NullMarked
package dev.warmpath.bench.startup;

import org.jspecify.annotations.NullMarked;
