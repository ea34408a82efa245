package dev.warmpath.web;

import dev.warmpath.router.Usage;
import java.nio.charset.StandardCharsets;

/**
 * Says in OpenAI's words what an engine says in its own.
 *
 * @param isChat whether a chat is answered; else a completion
 * @param id the answer's name
 * @param created when it was asked for, in seconds since 1970
 * @param model the model's name as callers know it
 */
record OpenAiWriter(boolean isChat, String id, long created, String model) {
  /** A chunk of a stream with a token's text; the first of a chat names the speaker. */
  byte[] token(String text, boolean isFirst) {
    String quoted = JsonText.quote(text);
    String speaker = isFirst ? "\"role\":\"assistant\"," : "";
    String written =
        isChat ? "\"delta\":{" + speaker + "\"content\":" + quoted + "}" : "\"text\":" + quoted;
    return chunk(choice(written, "null"), "");
  }

  /** The chunk that ends the only choice. */
  byte[] end(String finishReason) {
    String nothing = isChat ? "\"delta\":{}" : "\"text\":\"\"";
    return chunk(choice(nothing, JsonText.quote(finishReason)), "");
  }

  /** The chunk that {@code include_usage} adds; nothing where the counts are not known. */
  byte[] usage(Usage usage) {
    String counts = counts(usage);
    return counts.isEmpty() ? new byte[0] : chunk("", counts);
  }

  /** A whole answer. */
  byte[] whole(NativeAnswer answer) {
    String text = JsonText.quote(answer.text());
    String written =
        isChat
            ? "\"message\":{\"role\":\"assistant\",\"content\":" + text + "}"
            : "\"text\":" + text;
    return body(
            isChat ? "chat.completion" : "text_completion",
            choice(written, JsonText.quote(answer.finishReason())),
            counts(answer.usage()))
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] chunk(String choices, String usage) {
    String json = body(isChat ? "chat.completion.chunk" : "text_completion", choices, usage);
    return SseEvent.ofData(json.getBytes(StandardCharsets.UTF_8)).raw();
  }

  private String body(String object, String choices, String usage) {
    return "{\"id\":"
        + JsonText.quote(id)
        + ",\"object\":\""
        + object
        + "\",\"created\":"
        + created
        + ",\"model\":"
        + JsonText.quote(model)
        + ",\"choices\":["
        + choices
        + "]"
        + usage
        + "}";
  }

  private static String choice(String written, String finishReason) {
    return "{\"index\":0," + written + ",\"logprobs\":null,\"finish_reason\":" + finishReason + "}";
  }

  private static String counts(Usage usage) {
    if (usage.promptTokens().isEmpty() || usage.outputTokens().isEmpty()) {
      return "";
    }
    long prompt = usage.promptTokens().getAsLong();
    long output = usage.outputTokens().getAsLong();
    return ",\"usage\":{\"prompt_tokens\":"
        + prompt
        + ",\"completion_tokens\":"
        + output
        + ",\"total_tokens\":"
        + (prompt + output)
        + "}";
  }
}
