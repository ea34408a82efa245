package dev.warmpath.local;

/**
 * The model server in a container behind a variant, as SageMaker calls it. Safe for any number of
 * threads. A test that needs faults wraps one.
 */
@FunctionalInterface
public interface ModelContainer {
  /**
   * Answers a request; faults are answers with a status of 400 or above.
   *
   * @param body the request's bytes, as the client sent them
   * @param contentType their media type; empty if none was given
   */
  ContainerAnswer invoke(byte[] body, String contentType);
}
