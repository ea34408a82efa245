/** Tests of the demo's workloads. */
@NullMarked
package dev.warmpath.demo;

import org.jspecify.annotations.NullMarked;
