/** Tests of the command line, and of the tier that it starts, with the clients that people use. */
@NullMarked
package dev.warmpath.cli;

import org.jspecify.annotations.NullMarked;
