package dev.warmpath.local;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP answer that API Gateway makes of a function's response event.
 *
 * @param status the HTTP status
 * @param headers every header with its values
 * @param body what is sent
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record ProxyAnswer(int status, Map<String, List<String>> headers, byte[] body) {
  /** What API Gateway answers when a function fails or its response is malformed. */
  static final ProxyAnswer BAD_GATEWAY = json(502, "{\"message\": \"Internal server error\"}");

  /** What API Gateway answers to a body above its limit. */
  static final ProxyAnswer TOO_LONG = json(413, "{\"message\":\"Request Too Long\"}");

  /** The server writes these itself. */
  private static final Set<String> NOT_FORWARDED =
      Set.of("content-length", "transfer-encoding", "connection", "date");

  /** The answer; {@link #BAD_GATEWAY} if the event is not a response. */
  static ProxyAnswer of(@Nullable APIGatewayProxyResponseEvent event) {
    if (event == null || event.getStatusCode() == null || !isStatus(event.getStatusCode())) {
      return BAD_GATEWAY;
    }
    try {
      return new ProxyAnswer(event.getStatusCode(), headers(event), body(event));
    } catch (IllegalArgumentException e) {
      // Not base64, though it says so.
      return BAD_GATEWAY;
    }
  }

  void send(GatewayFunction.Reply reply) throws IOException {
    reply.start(status, headers);
    if (body.length > 0) {
      reply.write(body);
    }
  }

  private static boolean isStatus(int code) {
    return code >= 200 && code <= 599;
  }

  private static Map<String, List<String>> headers(APIGatewayProxyResponseEvent event) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    if (event.getHeaders() != null) {
      event.getHeaders().forEach((name, value) -> put(headers, name, List.of(value)));
    }
    // Where both maps name a header, the multi-valued one wins.
    if (event.getMultiValueHeaders() != null) {
      event.getMultiValueHeaders().forEach((name, values) -> put(headers, name, values));
    }
    if (headers.keySet().stream().noneMatch("content-type"::equalsIgnoreCase)) {
      headers.put("Content-Type", List.of("application/json"));
    }
    return headers;
  }

  private static void put(Map<String, List<String>> headers, String name, List<String> values) {
    if (values.stream().anyMatch(v -> v.indexOf('\r') >= 0 || v.indexOf('\n') >= 0)) {
      throw new IllegalArgumentException("header " + name + " has a line break");
    }
    if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
      headers.keySet().removeIf(name::equalsIgnoreCase);
      headers.put(name, new ArrayList<>(values));
    }
  }

  private static byte[] body(APIGatewayProxyResponseEvent event) {
    if (event.getBody() == null) {
      return new byte[0];
    }
    return Boolean.TRUE.equals(event.getIsBase64Encoded())
        ? Base64.getDecoder().decode(event.getBody())
        : event.getBody().getBytes(StandardCharsets.UTF_8);
  }

  private static ProxyAnswer json(int status, String body) {
    return new ProxyAnswer(
        status,
        Map.of("Content-Type", List.of("application/json")),
        body.getBytes(StandardCharsets.UTF_8));
  }
}
