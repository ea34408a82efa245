package dev.warmpath.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One piece of a streamed answer: OpenAI's chunk, or what LMI containers say of a token. */
final class Chunk {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** As clients read: of a field that stands twice, the last counts. */
  private static final JSON READER = JSON.std.without(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS);

  /** Where a choice, or its {@code delta}, holds what the model has written. */
  private static final List<String> WRITTEN =
      List.of(
          "content",
          "text",
          "tool_calls",
          "function_call",
          "reasoning_content",
          "reasoning",
          "refusal");

  private final Map<String, Object> fields;

  private Chunk(Map<String, Object> fields) {
    this.fields = fields;
  }

  /** One choice's share of a chunk; without a finish reason that is empty. */
  record Choice(int index, boolean hasContent, String finishReason) {}

  /** Reads a chunk; empty if the bytes are not exactly one JSON object. */
  static Optional<Chunk> read(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      Map<String, Object> fields = READER.mapFrom(parser);
      return parser.nextToken() == null ? Optional.of(new Chunk(fields)) : Optional.empty();
    } catch (IOException e) {
      // What an engine sends in place of JSON is not repeated: it may hold a completion.
      return Optional.empty();
    }
  }

  /** Whether it has an {@code error}, which OpenAI's clients raise. */
  boolean hasError() {
    return fields.get("error") != null;
  }

  /** Whether it is itself an error, as vLLM used to send it: clients would take it for a chunk. */
  boolean isBareError() {
    return "error".equals(fields.get("object"));
  }

  boolean hasUsage() {
    return fields.get("usage") instanceof Map<?, ?>;
  }

  /** Whether it is the last chunk that {@code include_usage} adds. */
  boolean isUsageOnly() {
    return hasUsage() && fields.get("choices") instanceof List<?> choices && choices.isEmpty();
  }

  boolean hasChoices() {
    return fields.get("choices") instanceof List<?>;
  }

  /** The token, if it is one in the format of LMI and TGI containers. */
  Optional<NativeAnswer> nativeToken() {
    return fields.get("token") instanceof Map<?, ?>
        ? Optional.of(NativeAnswer.ofToken(fields))
        : Optional.empty();
  }

  /** The choices, as far as they can be understood; a native token is of the only choice. */
  List<Choice> choices() {
    Optional<NativeAnswer> token = nativeToken();
    if (token.isPresent()) {
      return List.of(new Choice(0, true, token.get().finishReason()));
    }
    // A loop, for this runs once for every token.
    List<Choice> understood = new ArrayList<>();
    if (fields.get("choices") instanceof List<?> choices) {
      for (Object choice : choices) {
        choice(choice).ifPresent(understood::add);
      }
    }
    return understood;
  }

  private static Optional<Choice> choice(Object item) {
    if (!(item instanceof Map<?, ?> choice)) {
      return Optional.empty();
    }
    int index = choice.get("index") instanceof Integer number ? number : 0;
    boolean content =
        isWritten(choice) || (choice.get("delta") instanceof Map<?, ?> delta && isWritten(delta));
    String finish = choice.get("finish_reason") instanceof String reason ? reason : "";
    return Optional.of(new Choice(index, content, finish));
  }

  private static boolean isWritten(Map<?, ?> object) {
    for (String name : WRITTEN) {
      boolean written =
          switch (object.get(name)) {
            case String text -> !text.isEmpty();
            case List<?> list -> !list.isEmpty();
            case Map<?, ?> map -> !map.isEmpty();
            case null, default -> false;
          };
      if (written) {
        return true;
      }
    }
    return false;
  }
}
