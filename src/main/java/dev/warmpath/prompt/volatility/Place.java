package dev.warmpath.prompt.volatility;

import dev.warmpath.prompt.CanonicalText;
import java.nio.charset.StandardCharsets;

/**
 * A place in a prompt as its author would name it.
 *
 * @param role whose segment
 * @param segment the segment's number, from 0
 * @param offsetBytes where in its content, from 0
 */
public record Place(String role, int segment, int offsetBytes) {
  /**
   * The place of a byte of a canonical text.
   *
   * @param at the byte; one of a role or a mark counts as the content's start
   */
  public static Place of(byte[] text, int at) {
    int segment = -1;
    int roleAt = 0;
    for (int i = 0; i < text.length && i <= at; i++) {
      if (text[i] == CanonicalText.ROLE_MARK) {
        segment++;
        roleAt = i + 1;
      }
    }
    int content = roleAt;
    while (content < text.length && text[content] != CanonicalText.CONTENT_MARK) {
      content++;
    }
    String role = new String(text, roleAt, content - roleAt, StandardCharsets.UTF_8);
    return new Place(role, Math.max(0, segment), Math.max(0, at - content - 1));
  }
}
