/** Results of runs: one shape for every command, as a table and as JSON. */
@NullMarked
package dev.warmpath.report;

import org.jspecify.annotations.NullMarked;
