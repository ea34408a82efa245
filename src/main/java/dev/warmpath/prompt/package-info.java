/** Text in, chain of prefix hashes out. Pure: depends on {@code java.*} only. */
@NullMarked
package dev.warmpath.prompt;

import org.jspecify.annotations.NullMarked;
