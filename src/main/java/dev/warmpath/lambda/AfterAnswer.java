package dev.warmpath.lambda;

/** Runs what an answer leaves to be done, once the answer is out. */
public interface AfterAnswer {
  /** Says that one answer has been handed to the runtime. */
  void answered();
}
