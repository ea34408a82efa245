/** What tests share: seeds, clocks, recorders and small engines. */
@NullMarked
package dev.warmpath.testing;

import org.jspecify.annotations.NullMarked;
