/** The command line, and the composition of everything that runs on a laptop. */
@NullMarked
package dev.warmpath.cli;

import org.jspecify.annotations.NullMarked;
