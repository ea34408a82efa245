package dev.warmpath.prompt.volatility;

/**
 * Words at which two texts differ, between words that they share.
 *
 * @param fromFirst the first differing word of the first text
 * @param toFirst the first word of the first text that is shared again; equal to {@code fromFirst}
 *     where only the second text has something
 * @param fromSecond the same in the second text
 * @param toSecond the same in the second text
 */
public record Gap(int fromFirst, int toFirst, int fromSecond, int toSecond) {}
