package dev.warmpath.cli;

import dev.warmpath.lambda.RouterHandler;
import dev.warmpath.local.GatewayFunction;
import dev.warmpath.web.ReplySink;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The handler behind a local gateway that streams, as the deployed function is by default. */
public final class StreamingDoor {
  private StreamingDoor() {}

  /** The gateway's function that hands everything to a handler. */
  public static GatewayFunction before(RouterHandler handler) {
    return (event, context, reply) -> handler.handle(event, context, new Front(reply));
  }

  /** A gateway's reply as the front sees it. */
  private record Front(GatewayFunction.Reply reply) implements ReplySink {
    @Override
    public void start(int status, Map<String, String> headers) throws IOException {
      Map<String, List<String>> each = new HashMap<>();
      headers.forEach((name, value) -> each.put(name, List.of(value)));
      reply.start(status, each);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      reply.write(bytes);
    }
  }
}
