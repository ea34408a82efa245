package dev.warmpath.chaos;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.chaos.Conversation.Request;
import dev.warmpath.chaos.Door.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an answer is worth to its caller. */
sealed interface Verdict {
  /**
   * Whole, and the answer to this very request.
   *
   * @param promptTokens the prompt's, as the engine reports them
   * @param cachedTokens those that came out of its cache
   */
  record Answered(long promptTokens, long cachedTokens) implements Verdict {}

  /** An error with a status, before anything of an answer. */
  record Failed(int status) implements Verdict {}

  /** Part of the right answer, and an event that says that there will be no more. */
  record Broken() implements Verdict {}

  /** The connection ended without a word. */
  record Cut() implements Verdict {}

  /** Not the answer to this request, an answer twice, or nothing that a client understands. */
  record Wrong(String why) implements Verdict {}

  /** Judges an answer. */
  static Verdict of(Request request, Reply reply) {
    try {
      if (reply.status() == 0) {
        return new Cut();
      }
      if (reply.status() != 200) {
        return JSON.std.mapFrom(reply.body()).get("error") instanceof Map<?, ?>
            ? new Failed(reply.status())
            : new Wrong("an error without an error object");
      }
      return request.stream() ? ofStream(request, reply) : ofWhole(request, reply);
    } catch (IOException e) {
      return reply.whole() ? new Wrong("no JSON") : new Cut();
    }
  }

  private static Verdict ofWhole(Request request, Reply reply) throws IOException {
    if (!reply.whole()) {
      return new Cut();
    }
    Map<String, Object> answer = JSON.std.mapFrom(reply.body());
    String text = text(field(firstChoice(answer), "message"));
    return text.equals(request.answer()) ? answered(answer) : new Wrong("another text: " + text);
  }

  private static Verdict ofStream(Request request, Reply reply) throws IOException {
    StringBuilder text = new StringBuilder();
    Verdict usage = new Wrong("no usage");
    int ends = 0;
    boolean broken = false;
    for (String event : reply.body().split("\n\n", -1)) {
      String data = event.strip();
      if (data.equals("data: [DONE]")) {
        ends++;
      } else if (data.startsWith("data: ")) {
        Map<String, Object> chunk = JSON.std.mapFrom(data.substring(6));
        broken |= chunk.containsKey("error");
        text.append(text(field(firstChoice(chunk), "delta")));
        usage = chunk.get("usage") instanceof Map<?, ?> ? answered(chunk) : usage;
      }
    }
    if (!request.answer().startsWith(text.toString())) {
      return new Wrong("another text: " + text);
    }
    if (broken && ends == 0) {
      return new Broken();
    }
    if (!reply.whole()) {
      return new Cut();
    }
    boolean complete = ends == 1 && text.length() == request.answer().length();
    return complete ? usage : new Wrong("ends " + ends + " times after: " + text);
  }

  private static Verdict answered(Map<?, ?> answer) {
    Object usage = field(answer, "usage");
    Object details = field(usage, "prompt_tokens_details");
    return field(usage, "prompt_tokens") instanceof Integer prompt
            && field(details, "cached_tokens") instanceof Integer cached
        ? new Answered(prompt, cached)
        : new Wrong("no counts");
  }

  private static Object firstChoice(Map<?, ?> answer) {
    return answer.get("choices") instanceof List<?> choices
            && !choices.isEmpty()
            && choices.getFirst() instanceof Map<?, ?> first
        ? first
        : Map.of();
  }

  private static Object field(Object value, String name) {
    Optional<Object> found =
        value instanceof Map<?, ?> map ? Optional.ofNullable(map.get(name)) : Optional.empty();
    return found.orElse(Map.of());
  }

  private static String text(Object message) {
    return field(message, "content") instanceof String text ? text : "";
  }
}
