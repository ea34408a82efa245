package dev.warmpath.lambda;

import dev.warmpath.web.HttpReply;
import dev.warmpath.web.HttpRequest;
import dev.warmpath.web.OpenAiFront;
import dev.warmpath.web.ReplySink;
import java.io.IOException;
import java.util.Map;

/** What answers HTTP requests in pieces. Safe for any number of threads. */
interface Front {
  /**
   * Answers a request.
   *
   * @throws IOException if nobody listens any more
   */
  void answer(HttpRequest request, ResponseStream out) throws IOException;

  /** The tier's own front. */
  static Front of(OpenAiFront front) {
    return (request, out) -> front.answer(request, new Door(out));
  }

  /** Sends a whole answer. */
  static void send(HttpReply reply, ResponseStream out) throws IOException {
    out.start(reply.status(), reply.headers());
    out.write(reply.body());
  }

  /** A response stream as the front sees it. */
  record Door(ResponseStream out) implements ReplySink {
    @Override
    public void start(int status, Map<String, String> headers) throws IOException {
      out.start(status, headers);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      out.write(bytes);
    }
  }
}
