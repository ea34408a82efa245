package dev.warmpath.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import dev.warmpath.web.Caller;
import dev.warmpath.web.HttpReply;
import dev.warmpath.web.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** API Gateway's REST proxy events, to and from plain HTTP. */
final class GatewayEvents {
  private GatewayEvents() {}

  /**
   * The request in an event; what an event leaves out is empty.
   *
   * @throws IllegalArgumentException if a body that says it is base64 is not
   */
  static HttpRequest request(
      APIGatewayProxyRequestEvent event, String requestId, Instant deadline) {
    return new HttpRequest(
        orEmpty(event.getHttpMethod()),
        orEmpty(event.getPath()),
        headers(event),
        body(event),
        requestId,
        deadline,
        Caller.of(authorizer(event)));
  }

  /** The event that answers; bodies are text, as engines' JSON is. */
  static APIGatewayProxyResponseEvent response(HttpReply reply) {
    return new APIGatewayProxyResponseEvent()
        .withStatusCode(reply.status())
        .withHeaders(reply.headers())
        .withIsBase64Encoded(false)
        .withBody(new String(reply.body(), StandardCharsets.UTF_8));
  }

  /** A header without a value counts as absent. */
  private static Map<String, String> headers(APIGatewayProxyRequestEvent event) {
    Map<String, String> headers = new HashMap<>();
    Optional.ofNullable(event.getHeaders())
        .ifPresent(
            all ->
                all.forEach(
                    (name, value) -> {
                      if (value != null) {
                        headers.put(name, value);
                      }
                    }));
    return headers;
  }

  /** What API Gateway says of its authorizer's answer; callers cannot write there. */
  private static Map<String, String> authorizer(APIGatewayProxyRequestEvent event) {
    Map<String, String> texts = new HashMap<>();
    Optional.ofNullable(event.getRequestContext())
        .flatMap(context -> Optional.ofNullable(context.getAuthorizer()))
        .ifPresent(
            all ->
                all.forEach(
                    (name, value) -> {
                      if (value instanceof String text) {
                        texts.put(name, text);
                      }
                    }));
    return texts;
  }

  private static byte[] body(APIGatewayProxyRequestEvent event) {
    String body = orEmpty(event.getBody());
    return Boolean.TRUE.equals(event.getIsBase64Encoded())
        ? Base64.getDecoder().decode(body)
        : body.getBytes(StandardCharsets.UTF_8);
  }

  private static String orEmpty(@Nullable String text) {
    return Optional.ofNullable(text).orElse("");
  }
}
