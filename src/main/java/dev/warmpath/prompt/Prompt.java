package dev.warmpath.prompt;

import java.util.List;

/**
 * A prompt as engines see it: its scope and its segments in rendering order.
 *
 * @param scope what must be equal before anything can be shared
 * @param segments the pieces in the order in which engines render them; may be empty
 * @param placementHint what the caller says belongs together (OpenAI's {@code prompt_cache_key}, a
 *     session header); it steers where a new prefix goes, never what counts as cached; empty for
 *     none
 */
public record Prompt(Scope scope, List<Segment> segments, String placementHint) {
  /** Copies the segments. */
  public Prompt {
    segments = List.copyOf(segments);
  }

  /** Tells the shape only: prompts are never printed. */
  @Override
  public String toString() {
    return "Prompt[" + scope + ", " + segments.size() + " segments]";
  }
}
