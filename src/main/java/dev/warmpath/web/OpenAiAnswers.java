package dev.warmpath.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.AnswerReader;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Reads OpenAI's {@code usage} off JSON answers; everything else in them is skipped unread.
 *
 * <p>Immutable.
 */
public final class OpenAiAnswers implements AnswerReader {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final boolean missingMeansZero;

  /**
   * Makes a reader.
   *
   * @param missingMeansZero whether the engines are known to report cached tokens, so that an
   *     answer without them had none: older vLLM leaves the field out when it is zero
   */
  public OpenAiAnswers(boolean missingMeansZero) {
    this.missingMeansZero = missingMeansZero;
  }

  @Override
  public Usage usage(byte[] body, String contentType) {
    try (JsonParser parser = FACTORY.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Usage.UNKNOWN;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals("usage");
        if (parser.nextToken() == JsonToken.START_OBJECT && wanted) {
          return usage(JSON.std.mapFrom(parser));
        }
        parser.skipChildren();
      }
      return Usage.UNKNOWN;
    } catch (IOException e) {
      // An answer that is not JSON is the model's business; its usage is unknown.
      return Usage.UNKNOWN;
    }
  }

  private Usage usage(Map<String, Object> usage) {
    OptionalLong prompt = count(usage, "prompt_tokens", 1, Integer.MAX_VALUE);
    if (prompt.isEmpty()) {
      return new Usage(prompt, prompt, count(usage, "completion_tokens", 0, Integer.MAX_VALUE));
    }
    return new Usage(
        prompt,
        cached(usage, prompt.getAsLong()),
        count(usage, "completion_tokens", 0, Integer.MAX_VALUE));
  }

  private OptionalLong cached(Map<String, Object> usage, long promptTokens) {
    boolean told =
        usage.get("prompt_tokens_details") instanceof Map<?, ?> details
            && details.get("cached_tokens") != null;
    if (told && usage.get("prompt_tokens_details") instanceof Map<?, ?> details) {
      return count(details, "cached_tokens", 0, promptTokens);
    }
    return missingMeansZero ? OptionalLong.of(0) : OptionalLong.empty();
  }

  private static OptionalLong count(Map<?, ?> object, String name, long least, long most) {
    Object value = object.get(name);
    boolean whole = value instanceof Integer || value instanceof Long;
    if (whole && value instanceof Number number) {
      long count = number.longValue();
      return count >= least && count <= most ? OptionalLong.of(count) : OptionalLong.empty();
    }
    return OptionalLong.empty();
  }
}
