/** Checks of what is deployed: the template, and the package that it ships. */
@NullMarked
package dev.warmpath.deployment;

import org.jspecify.annotations.NullMarked;
