package dev.warmpath.router.port;

/** The engines behind the fleet. Safe for any number of threads. */
public interface InferenceEngine {
  /**
   * Sends one request to one target, once: nothing is retried, since a second try may double the
   * work of a busy engine. Returns within the call's timeout; never throws for what the engine or
   * the network does.
   */
  EngineOutcome invoke(EngineCall call);

  /**
   * Sends one request to one target, once, as {@link #invoke} does, and returns when the first
   * bytes of the answer are there. A failure before them is a refusal, so that another target may
   * be asked; the stream's first piece is never its end. The timeout is that of the whole stream.
   *
   * <p>By default the answer comes in one piece.
   */
  default EngineOpening open(EngineCall call) {
    return WholeAnswer.opening(invoke(call));
  }
}
