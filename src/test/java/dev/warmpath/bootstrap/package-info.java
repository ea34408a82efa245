/** Tests of configuration and wiring. */
@NullMarked
package dev.warmpath.bootstrap;

import org.jspecify.annotations.NullMarked;
