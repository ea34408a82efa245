package dev.warmpath.sim.workload;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.prompt.NamedPrompt;
import dev.warmpath.prompt.Prompt;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Reads whole conversations, {@code messages} a line: every assistant message behind others is one
 * request, with all messages before it as its prompt.
 */
final class ConversationReader implements TraceReader.Form {
  private final TextPrompts prompts = new TextPrompts();

  @Override
  public void accept(TraceLine line) throws LineException {
    parse(line, prompts::add);
  }

  /** Hands out the requests of one conversation. */
  static void parse(TraceLine line, RequestFile.Sink sink) throws LineException {
    List<?> messages = line.list("messages");
    long session =
        line.text("session_id").map(ConversationReader::name).orElse((long) line.number());
    for (int i = 1; i < messages.size(); i++) {
      if (messages.get(i) instanceof Map<?, ?> message && "assistant".equals(message.get("role"))) {
        Prompt prompt = line.prompt(Map.of("messages", messages.subList(0, i)));
        sink.accept(
            new RecordedRequest(
                line.number(), prompt, session, tokens(message), OptionalLong.empty()));
      }
    }
  }

  @Override
  public Trace trace(String name) throws LineException {
    if (prompts.size() == 0) {
      throw new LineException(
          name + " holds no assistant message behind another one, so there is nothing to ask");
    }
    return prompts.trace(name);
  }

  /** A session's name as a number. */
  static long name(String text) {
    long name = 0;
    for (int i = 0; i < text.length(); i++) {
      name = 31 * name + text.charAt(i);
    }
    return name;
  }

  private static int tokens(Map<?, ?> message) throws LineException {
    try {
      Object content = message.get("content");
      Object calls = message.get("tool_calls");
      int characters =
          (content == null ? 0 : JSON.std.asString(content).length())
              + (calls == null ? 0 : JSON.std.asString(calls).length());
      return Math.max(1, characters / NamedPrompt.BYTES_PER_TOKEN);
    } catch (IOException e) {
      throw new LineException("an assistant message cannot be written as JSON", e);
    }
  }
}
