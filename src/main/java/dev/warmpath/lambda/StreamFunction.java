package dev.warmpath.lambda;

import dev.warmpath.web.ReplySink;
import java.io.IOException;

/** What answers invocations in pieces. Safe for as many threads as there are loops. */
public interface StreamFunction {
  /**
   * Answers one invocation; the answer ends when this returns.
   *
   * <p>What is thrown before the answer began becomes a failed invocation, and after that a broken
   * answer. Only its class is reported: a message might quote a prompt.
   *
   * @throws IOException if the answer cannot be sent
   */
  void answer(InvocationEvent event, ReplySink out) throws IOException;
}
