/** The tier on one machine: the doors and stores that stand in for AWS. */
@NullMarked
package dev.warmpath.local;

import org.jspecify.annotations.NullMarked;
