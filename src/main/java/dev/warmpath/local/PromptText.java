package dev.warmpath.local;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renders request bodies as an engine's chat template would: tools first, then the messages in
 * order, each with its role. Text is UTF-8; a token id is four bytes.
 */
final class PromptText {
  private static final String END = "<|end|>\n";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A chat's {@code tools} and {@code messages}. */
  static byte[] ofChat(JsonObject body) throws RefusedBodyException {
    PromptText text = new PromptText();
    text.tools(body);
    text.messages(body.list("messages").orElseGet(List::of), "messages");
    return text.finishChat();
  }

  /** A response's {@code tools}, {@code instructions} and {@code input}. */
  static byte[] ofInput(JsonObject body) throws RefusedBodyException {
    PromptText text = new PromptText();
    text.tools(body);
    Optional<String> instructions = body.string("instructions");
    if (instructions.isPresent()) {
      text.message("system", instructions.get());
    }
    Object input = body.field("input").orElse("");
    if (input instanceof String user) {
      text.message("user", user);
    } else {
      text.messages(body.list("input").orElseGet(List::of), "input");
    }
    return text.finishChat();
  }

  /**
   * Plain text, token ids, or an array of either: several prompts count as one after the other.
   *
   * @param name the field, for messages
   */
  static byte[] ofPlain(Object value, String name) throws RefusedBodyException {
    PromptText text = new PromptText();
    text.plain(value, name);
    return text.bytes.toByteArray();
  }

  private void tools(JsonObject body) throws RefusedBodyException {
    List<?> tools = body.list("tools").orElseGet(List::of);
    if (!tools.isEmpty()) {
      add("<|tools|>\n");
      tools.forEach(tool -> add(JsonObject.json(tool) + "\n"));
      add(END);
    }
  }

  private void messages(List<?> messages, String name) throws RefusedBodyException {
    if (messages.isEmpty()) {
      throw new RefusedBodyException(name + " must not be empty");
    }
    int position = 0;
    for (Object message : messages) {
      message(JsonObject.of(message, name + "[" + position++ + "]"));
    }
  }

  private void message(JsonObject message) throws RefusedBodyException {
    Optional<String> role = message.string("role");
    if (role.isEmpty()) {
      // Items such as a function's output have no role.
      message("item", message.json());
      return;
    }
    add("<|" + role.get() + "|>\n");
    content(message.field("content").orElse(""));
    message.field("tool_calls").ifPresent(calls -> add(JsonObject.json(calls)));
    message.field("tool_call_id").ifPresent(id -> add(JsonObject.json(id)));
    add(END);
  }

  private void message(String role, String content) {
    add("<|" + role + "|>\n" + content + END);
  }

  private void content(Object content) throws RefusedBodyException {
    switch (content) {
      case String text -> add(text);
      case List<?> parts -> {
        for (Object part : parts) {
          part(JsonObject.of(part, "a part of content"));
        }
      }
      default -> throw new RefusedBodyException("content must be a string or an array of parts");
    }
  }

  private void part(JsonObject part) throws RefusedBodyException {
    add(part.string("text").orElseGet(part::json));
  }

  private void plain(@Nullable Object value, String name) throws RefusedBodyException {
    switch (value) {
      case String text -> add(text);
      case Integer token -> token(token);
      case List<?> several -> {
        for (Object one : several) {
          plain(one, name);
        }
      }
      case null, default ->
          throw new RefusedBodyException(name + " must be a string, token ids or an array of them");
    }
  }

  private byte[] finishChat() {
    add("<|assistant|>\n");
    return bytes.toByteArray();
  }

  private void token(int token) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.write(token >>> shift);
    }
  }

  private void add(String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
