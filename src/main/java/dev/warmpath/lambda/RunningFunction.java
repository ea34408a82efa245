package dev.warmpath.lambda;

/** A function with what belongs to the life of its environment. */
interface RunningFunction extends StreamFunction, AutoCloseable {
  /** Does once what the first invocation would else be the first to do; reaches no engine. */
  void prime();

  /**
   * Ends what an answer left open: called when it is out, before the environment may freeze.
   *
   * @param requestId Lambda's name for the invocation
   */
  void afterAnswer(String requestId);

  /** Sends what has been gathered; called when the environment ends. */
  void flush();

  /** Closes the connections. */
  @Override
  void close();
}
