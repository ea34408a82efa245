package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one answer of a model server as server-sent events, as vLLM does. */
final class OpenAiChunks {
  /** The media type of the events. */
  static final String CONTENT_TYPE = "text/event-stream; charset=utf-8";

  /** The event after the last. */
  static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

  /** Clients expect a finish reason of null, not none, in all chunks but the last. */
  private static final JSON WRITER = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  private final BodyKind kind;
  private final Map<String, Object> head = new LinkedHashMap<>();

  /**
   * Makes the writer of one answer.
   *
   * @param kind chat or completion
   * @param id the answer's name, without a prefix
   * @param created the time of the answer in seconds of Unix time
   */
  OpenAiChunks(BodyKind kind, String id, long created, String model) {
    this.kind = kind;
    head.put("id", (kind == BodyKind.CHAT ? "chatcmpl-" : "cmpl-") + id);
    head.put("object", kind == BodyKind.CHAT ? "chat.completion.chunk" : "text_completion");
    head.put("created", created);
    head.put("model", model);
  }

  /** What comes before the first token: a chat names the speaker; a completion needs nothing. */
  List<byte[]> opening() {
    return kind == BodyKind.CHAT ? List.of(event(choice(role(), false))) : List.of();
  }

  /** One token. */
  byte[] token(String text) {
    return event(choice(content(text), false));
  }

  /** The end of the text, with its reason. */
  byte[] finish() {
    return event(choice(kind == BodyKind.CHAT ? Map.of() : "", true));
  }

  /** The usage, with no choice at all. */
  byte[] usage(Map<String, Object> usage) {
    Map<String, Object> chunk = new LinkedHashMap<>(head);
    chunk.put("choices", List.of());
    chunk.put("usage", usage);
    return sse(chunk);
  }

  private static Map<String, Object> role() {
    Map<String, Object> delta = new LinkedHashMap<>();
    delta.put("role", "assistant");
    delta.put("content", "");
    return delta;
  }

  private Object content(String text) {
    return kind == BodyKind.CHAT ? Map.of("content", text) : text;
  }

  private Map<String, @Nullable Object> choice(Object content, boolean last) {
    Map<String, @Nullable Object> choice = new LinkedHashMap<>();
    choice.put("index", 0);
    choice.put(kind == BodyKind.CHAT ? "delta" : "text", content);
    choice.put("finish_reason", last ? "length" : null);
    return choice;
  }

  private byte[] event(Map<String, @Nullable Object> choice) {
    Map<String, Object> chunk = new LinkedHashMap<>(head);
    chunk.put("choices", List.of(choice));
    return sse(chunk);
  }

  private static byte[] sse(Map<String, Object> chunk) {
    try {
      return ("data: " + WRITER.asString(chunk) + "\n\n").getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("a chunk must be writable as JSON", e);
    }
  }
}
