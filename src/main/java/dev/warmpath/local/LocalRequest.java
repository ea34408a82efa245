package dev.warmpath.local;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as a model server reads it.
 *
 * @param kind the format of the body
 * @param model the model that is asked for; empty for any
 * @param prompt the prompt
 * @param outputTokens how many tokens to generate, positive
 * @param streaming whether the answer is wanted token by token
 * @param embedding the vectors that are wanted; none unless the kind is {@code EMBEDDING}
 */
public record LocalRequest(
    BodyKind kind,
    String model,
    TokenizedPrompt prompt,
    int outputTokens,
    Streaming streaming,
    LocalEmbedding embedding) {
  /** Whether an answer is wanted token by token. */
  public enum Streaming {
    /** As one JSON value. */
    OFF,
    /** As server-sent events. */
    ON,
    /** As server-sent events, one of which reports the usage. */
    WITH_USAGE
  }

  /** The output length of a request that names none. */
  public static final int DEFAULT_OUTPUT_TOKENS = 16;

  /** Nothing is generated, but an engine's shortest work is one token. */
  private static final int EMBEDDING_TOKENS = 1;

  private static final List<String> RESPONSE_FIELDS =
      List.of("instructions", "tools", "max_output_tokens");

  private static final List<String> OUTPUT_FIELDS =
      List.of("max_completion_tokens", "max_tokens", "max_output_tokens");

  /**
   * Reads a body: JSON, or plain text under a {@code text/} media type.
   *
   * @throws RefusedBodyException if it is neither, or if a field has the wrong type
   */
  public static LocalRequest read(byte[] body, String contentType, LocalTokenizer tokenizer)
      throws RefusedBodyException {
    String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (mediaType.startsWith("text/")) {
      return new LocalRequest(
          BodyKind.NATIVE,
          "",
          tokenizer.tokenize(body, ""),
          DEFAULT_OUTPUT_TOKENS,
          Streaming.OFF,
          LocalEmbedding.NONE);
    }
    if (!mediaType.equals("application/json")) {
      throw new RefusedBodyException("Unsupported Media Type: Only 'application/json' is allowed");
    }
    return read(JsonObject.parse(body), tokenizer);
  }

  private static LocalRequest read(JsonObject body, LocalTokenizer tokenizer)
      throws RefusedBodyException {
    BodyKind kind = kind(body);
    byte[] text =
        switch (kind) {
          case CHAT -> PromptText.ofChat(body);
          case COMPLETION -> PromptText.ofPlain(body.field("prompt").orElseThrow(), "prompt");
          case RESPONSE -> PromptText.ofInput(body);
          case EMBEDDING -> PromptText.ofPlain(body.field("input").orElseThrow(), "input");
          case NATIVE -> PromptText.ofPlain(body.field("inputs").orElseThrow(), "inputs");
        };
    return new LocalRequest(
        kind,
        body.string("model").orElse(""),
        tokenizer.tokenize(text, body.string("cache_salt").orElse("")),
        outputTokens(kind, body),
        streaming(kind, body),
        kind == BodyKind.EMBEDDING ? LocalEmbedding.read(body, tokenizer) : LocalEmbedding.NONE);
  }

  private static Streaming streaming(BodyKind kind, JsonObject body) throws RefusedBodyException {
    if (!body.isTrue("stream")) {
      return Streaming.OFF;
    }
    if (kind != BodyKind.CHAT && kind != BodyKind.COMPLETION) {
      throw new RefusedBodyException(
          "stream is supported by the local engine for messages and prompt only");
    }
    Optional<Object> options = body.field("stream_options");
    return options.isPresent()
            && JsonObject.of(options.get(), "stream_options").isTrue("include_usage")
        ? Streaming.WITH_USAGE
        : Streaming.ON;
  }

  private static BodyKind kind(JsonObject body) throws RefusedBodyException {
    if (body.field("messages").isPresent()) {
      return BodyKind.CHAT;
    }
    if (body.field("prompt").isPresent()) {
      return BodyKind.COMPLETION;
    }
    if (body.field("input").isPresent()) {
      return isResponse(body) ? BodyKind.RESPONSE : BodyKind.EMBEDDING;
    }
    if (body.field("inputs").isPresent()) {
      return BodyKind.NATIVE;
    }
    throw new RefusedBodyException("one of messages, prompt, input or inputs is required");
  }

  private static boolean isResponse(JsonObject body) {
    return RESPONSE_FIELDS.stream().anyMatch(field -> body.field(field).isPresent())
        || (body.field("input").orElseThrow() instanceof List<?> items
            && !items.isEmpty()
            && items.getFirst() instanceof Map);
  }

  private static int outputTokens(BodyKind kind, JsonObject body) throws RefusedBodyException {
    if (kind == BodyKind.NATIVE) {
      Optional<Object> parameters = body.field("parameters");
      return parameters.isEmpty()
          ? DEFAULT_OUTPUT_TOKENS
          : JsonObject.of(parameters.get(), "parameters")
              .count("max_new_tokens")
              .orElse(DEFAULT_OUTPUT_TOKENS);
    }
    if (kind == BodyKind.EMBEDDING) {
      return EMBEDDING_TOKENS;
    }
    for (String field : OUTPUT_FIELDS) {
      Optional<Integer> count = body.count(field);
      if (count.isPresent()) {
        return count.get();
      }
    }
    return DEFAULT_OUTPUT_TOKENS;
  }
}
