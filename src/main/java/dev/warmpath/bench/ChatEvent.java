package dev.warmpath.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;

/** A chat request as API Gateway hands it to the function. */
public final class ChatEvent {
  private ChatEvent() {}

  /**
   * The event's JSON.
   *
   * @param body the request's own JSON
   * @throws IOException never, for text
   */
  public static byte[] of(String body) throws IOException {
    return JSON.std.asBytes(
        Map.of(
            "httpMethod",
            "POST",
            "path",
            "/v1/chat/completions",
            "headers",
            Map.of("content-type", "application/json"),
            "body",
            body,
            "isBase64Encoded",
            false));
  }
}
