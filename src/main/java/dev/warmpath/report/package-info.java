/** Results of runs: one shape for every command, as a table, as JSON and as pictures. */
@NullMarked
package dev.warmpath.report;

import org.jspecify.annotations.NullMarked;
