@NullMarked
package dev.warmpath.bench.cost;

import org.jspecify.annotations.NullMarked;
