/**
 * The page that a local tier shows in a browser: its fleet, its decisions and their reasons, and
 * what round robin would have made of the same requests.
 *
 * <p>Holds counts, names and times, never text. Not in the Lambda package.
 */
@NullMarked
package dev.warmpath.page;

import org.jspecify.annotations.NullMarked;
