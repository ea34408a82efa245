/**
 * Benchmarks of what routing costs: request units of the table, memory, money; and how it grows.
 */
@NullMarked
package dev.warmpath.bench.cost;

import org.jspecify.annotations.NullMarked;
