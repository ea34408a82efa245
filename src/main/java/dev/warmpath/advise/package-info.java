/**
 * What spoils the reuse of somebody's own prompts, what it costs, and which fleet they can use.
 *
 * <p>Reads recorded requests, changes them as a rewrite would, and counts. Depends on {@code
 * prompt}, {@code sim} and {@code report}; on no adapter but their readers.
 */
@NullMarked
package dev.warmpath.advise;

import org.jspecify.annotations.NullMarked;
