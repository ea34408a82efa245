package dev.warmpath.demo;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** OpenAI chat bodies as a client library would send them. */
final class ChatRequest {
  private ChatRequest() {}

  /** A body with these messages, each a map of role and content. */
  static byte[] of(List<?> messages, int maxTokens) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", "default");
    body.put("messages", messages);
    body.put("max_tokens", maxTokens);
    return JSON.std.asBytes(body);
  }
}
