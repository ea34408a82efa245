package dev.warmpath.engine;

/** What the end of an iteration brought. */
public sealed interface EngineEvent {
  /** The request it happened to. */
  long id();

  /**
   * The prompt is computed and the first token is out.
   *
   * @param id the request
   * @param cachedTokens the prompt tokens that came out of the cache, a multiple of the block
   */
  record FirstToken(long id, int cachedTokens) implements EngineEvent {}

  /**
   * The last token is out and the request's memory is free.
   *
   * @param id the request
   */
  record Finished(long id) implements EngineEvent {}
}
