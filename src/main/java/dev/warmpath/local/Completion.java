package dev.warmpath.local;

import java.time.Duration;

/** What came of a prompt that was given to a local engine. */
public sealed interface Completion {
  /**
   * All tokens were generated.
   *
   * @param cachedTokens the prompt tokens that came out of the cache
   * @param queue the time before the request entered the batch
   * @param prefill the time from there to its first token
   * @param decode the time from there to its last token
   */
  record Answered(int cachedTokens, Duration queue, Duration prefill, Duration decode)
      implements Completion {}

  /**
   * Prompt and output exceed the whole cache: the engine could never run it.
   *
   * @param capacityTokens the size of the cache
   */
  record TooLarge(long capacityTokens) implements Completion {}

  /** The caller's limit passed first; the engine has dropped the request. */
  record TimedOut() implements Completion {}

  /** The engine was restarted or closed while the request waited or ran. */
  record Lost() implements Completion {}
}
