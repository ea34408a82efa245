package dev.warmpath.web;

import dev.warmpath.prompt.Segment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads one message of a chat or one item of a responses input as engines render it.
 *
 * <p>One text part equals the same text as a string. Parts that are not text (images, sound, files)
 * count by the digest of what they say, so that equal pictures are equal and no picture is kept.
 */
final class MessageReader {
  /** Stands between what engines render apart; cannot be confused with either side. */
  private static final String SEPARATOR = "\u001F";

  /** What messages may say besides their content, in the order in which it is keyed. */
  private static final List<String> BESIDE_CONTENT =
      List.of("tool_calls", "function_call", "arguments", "output", "call_id", "tool_call_id");

  private static final List<String> TEXT_TYPES = List.of("text", "input_text", "output_text");

  private MessageReader() {}

  /** Reads a message; an item of a responses input may have a type in place of a role. */
  static Segment read(FieldReader message) throws RequestException {
    boolean isRoleless = message.any("role").isEmpty() && message.any("type").isPresent();
    String role = message.requiredText(isRoleless ? "type" : "role");
    List<String> pieces = new ArrayList<>(1);
    append(pieces, message.text("name"));
    append(pieces, content(message));
    for (String field : BESIDE_CONTENT) {
      append(pieces, message.any(field).map(MessageReader::asText).orElse(""));
    }
    return Segment.ofText(role, joined(pieces));
  }

  private static String content(FieldReader message) throws RequestException {
    Optional<Object> content = message.any("content");
    if (content.isEmpty()) {
      return "";
    }
    return switch (content.get()) {
      case String text -> text;
      case List<?> parts -> parts(message, parts);
      default -> throw message.wrong("content", "a string or an array of parts");
    };
  }

  private static String parts(FieldReader message, List<?> parts) throws RequestException {
    List<String> pieces = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      FieldReader part = FieldReader.of(parts.get(i), message.path("content") + "[" + i + "]");
      append(pieces, part(part, parts.get(i)));
    }
    return joined(pieces);
  }

  private static String part(FieldReader part, Object whole) throws RequestException {
    String type = part.requiredText("type");
    return TEXT_TYPES.contains(type)
        ? part.text("text")
        : type + ":" + digest(JsonText.canonical(whole));
  }

  private static void append(List<String> pieces, String more) {
    if (!more.isEmpty()) {
      pieces.add(more);
    }
  }

  /** Most messages are one piece, and may be long: it is not copied. */
  private static String joined(List<String> pieces) {
    return pieces.size() == 1 ? pieces.getFirst() : String.join(SEPARATOR, pieces);
  }

  private static String asText(Object value) {
    return value instanceof String text ? text : JsonText.canonical(value);
  }

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must offer SHA-256", e);
    }
  }
}
