package dev.warmpath.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What API Gateway itself answers at the door, by the gateway responses of {@code template.yaml}; a
 * test holds the two together.
 */
public enum GatewayRefusal {
  /** No key, or something that is not one. */
  UNAUTHORIZED(
      401,
      "The API key is missing or has not the form of one. Send it in the header Authorization:"
          + " Bearer KEY.",
      "authentication_error",
      "invalid_api_key"),
  /** A key that opens nothing. */
  ACCESS_DENIED(
      401, "The API key is wrong or was revoked.", "authentication_error", "invalid_api_key"),
  /** The authorizer failed. */
  AUTHORIZER_FAILURE(
      503,
      "The API key could not be checked. Wait a moment and try again.",
      "server_error",
      "key_check_unavailable");

  private final int status;
  private final String body;

  GatewayRefusal(int status, String message, String type, String code) {
    this.status = status;
    this.body =
        "{\"error\":{\"message\":\"%s\",\"type\":\"%s\",\"param\":null,\"code\":\"%s\"}}"
            .formatted(message, type, code);
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The JSON. */
  public String body() {
    return body;
  }

  void send(GatewayFunction.Reply reply, String requestId) throws IOException {
    Map<String, List<String>> headers = new HashMap<>();
    headers.put("Content-Type", List.of("application/json"));
    headers.put("x-request-id", List.of(requestId));
    if (status == 503) {
      headers.put("Retry-After", List.of("1"));
    }
    reply.start(status, headers);
    reply.write(body.getBytes(StandardCharsets.UTF_8));
  }
}
