/**
 * Finds the pieces that prompts of one kind do not share although text behind them is shared. Pure:
 * depends on {@code prompt} and {@code java.*} only, and keeps hashes of words, never text.
 */
@NullMarked
package dev.warmpath.prompt.volatility;

import org.jspecify.annotations.NullMarked;
