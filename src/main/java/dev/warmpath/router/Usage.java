package dev.warmpath.router;

import java.util.OptionalLong;

/**
 * Token counts as an engine reports them; unknown is not zero.
 *
 * @param promptTokens tokens of the prompt, at least 1 where known
 * @param cachedTokens those found in the cache, at most {@code promptTokens}
 * @param outputTokens tokens generated, at least 0
 */
public record Usage(
    OptionalLong promptTokens, OptionalLong cachedTokens, OptionalLong outputTokens) {
  /** Nothing is known. */
  public static final Usage UNKNOWN =
      new Usage(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
}
