package dev.warmpath.local;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.RequestIdentity;
import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns HTTP requests into the events of API Gateway's REST proxy integration. A map that would be
 * empty is null there, and so is an absent body; where a header or parameter repeats, the single
 * valued map holds the last value. Paths are passed on undecoded. The JDK's server writes header
 * names with one capital letter; handlers must ignore case anyway.
 */
final class ProxyEvents {
  private static final String STAGE = "local";

  private ProxyEvents() {}

  /** The event of a request whose body has been read. */
  static APIGatewayProxyRequestEvent event(
      HttpExchange exchange, byte[] body, String requestId, Instant now) {
    String path = exchange.getRequestURI().getRawPath();
    APIGatewayProxyRequestEvent event =
        new APIGatewayProxyRequestEvent()
            .withResource("/{proxy+}")
            .withPath(path)
            .withPathParameters(Map.of("proxy", path.replaceFirst("^/", "")))
            .withHttpMethod(exchange.getRequestMethod())
            .withMultiValueHeaders(copy(exchange.getRequestHeaders()))
            .withHeaders(lastValues(exchange.getRequestHeaders()))
            .withRequestContext(context(exchange, path, requestId, now))
            .withIsBase64Encoded(false);
    Map<String, List<String>> query =
        query(Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
    if (!query.isEmpty()) {
      event.setMultiValueQueryStringParameters(query);
      event.setQueryStringParameters(lastValues(query));
    }
    if (body.length > 0) {
      setBody(event, body);
    }
    return event;
  }

  private static ProxyRequestContext context(
      HttpExchange exchange, String path, String requestId, Instant now) {
    return new ProxyRequestContext()
        .withRequestId(requestId)
        .withExtendedRequestId(requestId)
        .withAccountId("000000000000")
        .withApiId("local")
        .withStage(STAGE)
        .withProtocol(exchange.getProtocol())
        .withHttpMethod(exchange.getRequestMethod())
        .withResourcePath("/{proxy+}")
        .withPath("/" + STAGE + path)
        .withRequestTimeEpoch(now.toEpochMilli())
        .withIdentity(
            new RequestIdentity()
                .withSourceIp(exchange.getRemoteAddress().getAddress().getHostAddress())
                .withUserAgent(exchange.getRequestHeaders().getFirst("User-Agent")));
  }

  private static void setBody(APIGatewayProxyRequestEvent event, byte[] body) {
    try {
      // A new decoder reports malformed input; String's constructor would replace it.
      event.setBody(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException e) {
      event.setBody(Base64.getEncoder().encodeToString(body));
      event.setIsBase64Encoded(true);
    }
  }

  private static Map<String, List<String>> query(String raw) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : raw.split("&", -1)) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        values
            .computeIfAbsent(decode(parts[0]), name -> new ArrayList<>())
            .add(parts.length == 2 ? decode(parts[1]) : "");
      }
    }
    return values;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // A stray percent sign is passed on as it came.
      return text;
    }
  }

  private static Map<String, List<String>> copy(Map<String, List<String>> values) {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    values.forEach((name, all) -> copy.put(name, List.copyOf(all)));
    return copy;
  }

  private static Map<String, String> lastValues(Map<String, List<String>> values) {
    Map<String, String> last = new LinkedHashMap<>();
    values.forEach((name, all) -> last.put(name, all.getLast()));
    return last;
  }
}
