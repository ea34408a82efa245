package dev.warmpath.local;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A function behind a local gateway that answers in pieces. Safe for any number of threads. */
@FunctionalInterface
public interface GatewayFunction {
  /**
   * Answers one event; the answer ends when this returns.
   *
   * @throws IOException if the client has gone
   */
  void handle(APIGatewayProxyRequestEvent event, Context context, Reply reply) throws IOException;

  /** The open end of an answer; used by one thread. */
  interface Reply {
    /**
     * Sends the head of the answer; called once.
     *
     * @throws IOException if the client has gone
     */
    void start(int status, Map<String, List<String>> headers) throws IOException;

    /**
     * Sends a piece of the body at once.
     *
     * @throws IOException if the client has gone
     */
    void write(byte[] bytes) throws IOException;
  }
}
