/**
 * The affinity table as items of a key-value store: what a row looks like, what it weighs, and
 * which conditional writes keep it right. Pure: depends on {@code prompt}, {@code routing}, {@code
 * router.port} and {@code java.*} only, so that the in-memory table and DynamoDB cannot behave
 * differently.
 */
@NullMarked
package dev.warmpath.table;

import org.jspecify.annotations.NullMarked;
