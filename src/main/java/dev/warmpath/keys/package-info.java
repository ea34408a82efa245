/**
 * Keys that callers hold and what they stand for: made, kept as hashes, checked; and the token
 * budgets of their tenants. Knows the rows of {@code table} and nothing of where they are kept.
 */
@NullMarked
package dev.warmpath.keys;

import org.jspecify.annotations.NullMarked;
