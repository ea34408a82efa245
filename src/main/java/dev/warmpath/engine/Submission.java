package dev.warmpath.engine;

/** What an engine says to a request. */
public enum Submission {
  /** It waits, or runs from the next iteration on. */
  QUEUED,
  /** Prompt and output together exceed the whole cache: it could never run and was not taken. */
  TOO_LARGE
}
