package dev.warmpath.router.port;

/** The engines behind the fleet. Safe for any number of threads. */
public interface InferenceEngine {
  /**
   * Sends one request to one target, once: nothing is retried, since a second try may double the
   * work of a busy engine. Returns within the call's timeout; never throws for what the engine or
   * the network does.
   */
  EngineOutcome invoke(EngineCall call);
}
