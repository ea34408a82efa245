package dev.warmpath.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.warmpath.web.Caller;
import dev.warmpath.web.HttpRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads API Gateway's REST proxy events from their bytes; without AWS's own event classes, which
 * cost time at a cold start. Safe for any number of threads.
 */
final class GatewayEventReader {
  private final JsonFactory json = new JsonFactory();

  /**
   * The request in an event; what an event leaves out, or holds in another type, is empty.
   *
   * @throws IOException if the event is not a JSON object
   * @throws IllegalArgumentException if a body that says it is base64 is not
   */
  HttpRequest read(InvocationEvent event) throws IOException {
    try (JsonParser parser = json.createParser(event.payload())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonParseException(parser, "an event must be an object");
      }
      return request(event, parser);
    }
  }

  private static HttpRequest request(InvocationEvent event, JsonParser parser) throws IOException {
    String method = "";
    String path = "";
    String body = "";
    boolean base64 = false;
    Map<String, String> headers = Map.of();
    Map<String, String> authorizer = Map.of();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (name) {
        case "httpMethod" -> method = text(parser, value);
        case "path" -> path = text(parser, value);
        case "headers" -> headers = texts(parser, value);
        case "requestContext" -> authorizer = authorizer(parser, value);
        case "body" -> body = text(parser, value);
        case "isBase64Encoded" -> {
          base64 = value == JsonToken.VALUE_TRUE;
          parser.skipChildren();
        }
        default -> parser.skipChildren();
      }
    }
    return new HttpRequest(
        method,
        path,
        headers,
        bytes(body, base64),
        event.requestId(),
        event.deadline(),
        Caller.of(authorizer));
  }

  private static byte[] bytes(String body, boolean base64) {
    return base64 ? Base64.getDecoder().decode(body) : body.getBytes(StandardCharsets.UTF_8);
  }

  /** What API Gateway says of its authorizer's answer; callers cannot write there. */
  private static Map<String, String> authorizer(JsonParser parser, JsonToken first)
      throws IOException {
    Map<String, String> found = Map.of();
    if (first != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return found;
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("authorizer")) {
        found = texts(parser, value);
      } else {
        parser.skipChildren();
      }
    }
    return found;
  }

  private static Map<String, String> texts(JsonParser parser, JsonToken first) throws IOException {
    Map<String, String> texts = new HashMap<>();
    if (first != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return texts;
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      // A header without a value counts as absent.
      if (value == JsonToken.VALUE_STRING) {
        texts.put(name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    return texts;
  }

  private static String text(JsonParser parser, JsonToken value) throws IOException {
    if (value == JsonToken.VALUE_STRING) {
      return parser.getText();
    }
    parser.skipChildren();
    return "";
  }
}
