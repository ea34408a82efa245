@NullMarked
package dev.warmpath.bench.startup;

import org.jspecify.annotations.NullMarked;
