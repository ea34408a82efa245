package dev.warmpath.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.Usage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What LMI and TGI containers say in the format that is their own: one token of a stream, or a
 * whole answer.
 *
 * @param text what the model has written; empty for a token that is not text, such as the end's
 * @param finishReason why it ended, in OpenAI's words, or {@code error}; empty if it goes on
 * @param usage the counts told with the end; cached tokens never are
 */
record NativeAnswer(String text, String finishReason, Usage usage) {
  /*
   * https://docs.djl.ai/docs/serving/serving/docs/lmi/user_guides/lmi_input_output_schema.html
   * A line of a stream is {"token": {"text": ...}}, the last one has "generated_text" and, if asked
   * for, "details" too. TGI marks tokens that are no text as "special", LMI as "special_token".
   */

  private static final JsonFactory FACTORY = new JsonFactory();

  /** The finish reason of an answer that broke off. */
  static final String ERROR = "error";

  /** A line of a stream. */
  static NativeAnswer ofToken(Map<String, Object> line) {
    Map<?, ?> token = object(line.get("token"));
    boolean isText =
        !Boolean.TRUE.equals(token.get("special"))
            && !Boolean.TRUE.equals(token.get("special_token"));
    return new NativeAnswer(
        isText && token.get("text") instanceof String text ? text : "",
        finishReason(line),
        usage(line));
  }

  /**
   * Reads a whole answer: an object with {@code generated_text}, in an array where LMI stands in
   * for TGI. Empty if the body is another answer, or no JSON.
   */
  static Optional<NativeAnswer> read(byte[] body) {
    try (JsonParser parser = FACTORY.createParser(body)) {
      if (parser.nextToken() == JsonToken.START_ARRAY) {
        parser.nextToken();
      }
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      return ofFields(parser);
    } catch (IOException e) {
      // What is no JSON is nothing that these containers say.
      return Optional.empty();
    }
  }

  private static Optional<NativeAnswer> ofFields(JsonParser parser) throws IOException {
    Map<String, Object> said = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("generated_text") && value == JsonToken.VALUE_STRING) {
        said.put(name, parser.getText());
      } else if (name.equals("details") && value == JsonToken.START_OBJECT) {
        said.put(name, JSON.std.mapFrom(parser));
      } else {
        parser.skipChildren();
      }
    }
    return said.get("generated_text") instanceof String text
        ? Optional.of(new NativeAnswer(text, finishReason(said), usage(said)))
        : Optional.empty();
  }

  /** Without details a whole text is all that is known, and that it has ended. */
  private static String finishReason(Map<String, Object> said) {
    if (object(said.get("details")).get("finish_reason") instanceof String reason) {
      return inOpenAisWords(reason);
    }
    return said.get("generated_text") == null ? "" : "stop";
  }

  private static String inOpenAisWords(String reason) {
    return switch (reason) {
      case "length", "content_filter", ERROR -> reason;
      // Of all others, such as eos_token and stop_sequence, the model itself was the cause.
      default -> "stop";
    };
  }

  private static Usage usage(Map<String, Object> said) {
    Map<?, ?> details = object(said.get("details"));
    return new Usage(
        count(details.get("input_length"), 1),
        OptionalLong.empty(),
        count(details.get("generated_tokens"), 0));
  }

  private static OptionalLong count(@Nullable Object value, int least) {
    return value instanceof Integer count && count >= least
        ? OptionalLong.of(count)
        : OptionalLong.empty();
  }

  private static Map<?, ?> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /** Leaves the text out: it is a completion. */
  @Override
  public String toString() {
    return "NativeAnswer[" + text.length() + " characters, " + finishReason + ", " + usage + "]";
  }
}
