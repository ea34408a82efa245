package dev.warmpath.local;

import java.io.IOException;

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

  /**
   * Answers a request in pieces; by default the whole answer is one. Returns when it has written
   * the last.
   *
   * @param body the request's bytes, as the client sent them
   * @param contentType their media type; empty if none was given
   * @throws BrokenAnswerException if the answer breaks off after its head
   * @throws IOException if the client has gone
   */
  default void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
    ContainerAnswer answer = invoke(body, contentType);
    sink.begin(answer.status(), answer.contentType());
    sink.write(answer.body());
  }
}
