package dev.warmpath.prompt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One piece of a prompt in the order in which engines render it: who speaks, and what.
 *
 * <p>Immutable; never prints its content.
 */
public final class Segment {
  /** The role of tool definitions, which engines render in front of all messages. */
  public static final String TOOLS = "tools";

  /** The role of instructions. */
  public static final String SYSTEM = "system";

  /** The role of text that has no speaker, as in completions. */
  public static final String TEXT = "text";

  private static final byte TOKENS_MARK = (byte) 0xFC;

  private final String role;
  private final byte[] content;

  private Segment(String role, byte[] content) {
    this.role = role;
    this.content = content;
  }

  /** A segment of text; unpaired surrogates become question marks. */
  public static Segment ofText(String role, String text) {
    return new Segment(role, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A segment of token ids, four bytes each, so that four bytes stand for one token here too.
   *
   * <p>A mark that no text contains stands in front, so that no text equals a list of tokens.
   *
   * @throws IllegalArgumentException if an id is negative
   */
  public static Segment ofTokens(List<Integer> tokens) {
    ByteBuffer buffer = ByteBuffer.allocate(1 + tokens.size() * Integer.BYTES);
    buffer.put(TOKENS_MARK);
    for (int token : tokens) {
      if (token < 0) {
        throw new IllegalArgumentException("a token id must not be negative but was " + token);
      }
      buffer.putInt(token);
    }
    return new Segment("tokens", buffer.array());
  }

  /** A segment of text that is UTF-8 already; the array is not copied. */
  static Segment ofUtf8(String role, byte[] content) {
    return new Segment(role, content);
  }

  /** Whether the content is token ids. */
  boolean isTokens() {
    return content.length > 0 && content[0] == TOKENS_MARK;
  }

  /** Who speaks: {@code tools}, {@code system}, {@code user}, {@code assistant}, {@code tool} … */
  public String role() {
    return role;
  }

  /** Whether this segment belongs to the instructions and tools that open a prompt. */
  public boolean isPreamble() {
    return role.equals(TOOLS) || role.equals(SYSTEM) || role.equals("developer");
  }

  /** The content's length in bytes. */
  public int length() {
    return content.length;
  }

  /** The content itself, not a copy: only the canonical text is made of it. */
  byte[] content() {
    return content;
  }

  @Override
  public String toString() {
    return "Segment[" + role + ", " + content.length + " bytes]";
  }
}
