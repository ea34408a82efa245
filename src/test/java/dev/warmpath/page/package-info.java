/** Tests of the local tier's page, but for the browser. */
@NullMarked
package dev.warmpath.page;

import org.jspecify.annotations.NullMarked;
