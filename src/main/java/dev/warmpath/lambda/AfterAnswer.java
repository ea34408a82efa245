package dev.warmpath.lambda;

/** Runs what an answer leaves to be done, once the answer is out. */
public interface AfterAnswer {
  /**
   * Says that the answer to one invocation has been handed to the runtime.
   *
   * @param requestId Lambda's name for the invocation
   */
  void answered(String requestId);
}
