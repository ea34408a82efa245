@NullMarked
package dev.warmpath.advise;

import org.jspecify.annotations.NullMarked;
