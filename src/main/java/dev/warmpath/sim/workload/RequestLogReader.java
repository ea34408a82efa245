package dev.warmpath.sim.workload;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a log of OpenAI requests: a body a line, or an object that holds it as {@code request} or
 * {@code body}.
 *
 * <p>Beside the body's fields may stand {@code timestamp} (milliseconds or ISO 8601), {@code
 * output_tokens} and {@code session_id}. Where nobody tells the answer's length it is {@code
 * max_tokens}, or else {@value #USUAL_OUTPUT_TOKENS} tokens.
 */
final class RequestLogReader implements TraceReader.Form {
  private static final int USUAL_OUTPUT_TOKENS = 256;

  private final TextPrompts prompts = new TextPrompts();
  private Optional<Boolean> stamped = Optional.empty();

  /** Whether a line looks like a request. */
  static boolean fits(TraceLine line) {
    return line.has("model") || line.has("prompt") || line.has("request") || line.has("body");
  }

  @Override
  public void accept(TraceLine line) throws LineException {
    boolean isStamped = line.has("timestamp");
    if (stamped.isPresent() && isStamped != stamped.get()) {
      throw line.wrong(
          isStamped
              ? "has a 'timestamp', but the lines before have none"
              : "has no 'timestamp', but the lines before have one");
    }
    parse(line, prompts::add);
    stamped = Optional.of(isStamped);
  }

  @Override
  public Trace trace(String name) {
    return prompts.trace(name);
  }

  /** Hands out the request of one line. */
  static void parse(TraceLine line, RequestFile.Sink sink) throws LineException {
    TraceLine body = body(line);
    OptionalLong stamp =
        line.has("timestamp") ? OptionalLong.of(millis(line)) : OptionalLong.empty();
    sink.accept(
        new RecordedRequest(
            line.number(),
            line.prompt(body.fields()),
            session(line, body),
            outputTokens(line, body),
            stamp));
  }

  @SuppressWarnings("unchecked")
  private static TraceLine body(TraceLine line) {
    for (String name : List.of("request", "body")) {
      if (line.fields().get(name) instanceof Map<?, ?> inner) {
        // Jackson makes every object a map of strings.
        return new TraceLine(line.file(), line.number(), (Map<String, Object>) inner);
      }
    }
    return line;
  }

  private static long session(TraceLine line, TraceLine body) {
    return line.text("session_id")
        .or(() -> body.text("prompt_cache_key"))
        .or(() -> body.text("user"))
        .map(ConversationReader::name)
        .orElse((long) line.number());
  }

  private static int outputTokens(TraceLine line, TraceLine body) throws LineException {
    if (line.has("output_tokens")) {
      return Math.max(1, line.tokens("output_tokens", 0));
    }
    for (String name : List.of("max_completion_tokens", "max_tokens")) {
      if (body.has(name)) {
        return body.tokens(name, 1);
      }
    }
    return USUAL_OUTPUT_TOKENS;
  }

  private static long millis(TraceLine line) throws LineException {
    try {
      return line.text("timestamp").isPresent()
          ? Instant.parse(line.text("timestamp").orElseThrow()).toEpochMilli()
          : line.number("timestamp", 0);
    } catch (DateTimeParseException e) {
      throw line.wrong("has a 'timestamp' that is neither milliseconds nor ISO 8601 in UTC");
    }
  }
}
