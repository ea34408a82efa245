package dev.warmpath.prompt.volatility;

import dev.warmpath.prompt.CanonicalText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A place in a prompt as its author would name it.
 *
 * @param role whose segment
 * @param segment the segment's number in the prompt, from 0
 * @param ofRole its number among those of its role, from 0
 * @param offsetBytes where in its content, from 0
 */
public record Place(String role, int segment, int ofRole, int offsetBytes) {
  /**
   * The place of a byte of a canonical text.
   *
   * @param at the byte; one of a role or a mark counts as the content's start
   */
  public static Place of(byte[] text, int at) {
    List<String> roles = new ArrayList<>();
    int content = 0;
    for (int i = 0; i < text.length && i <= at; i++) {
      if (text[i] == CanonicalText.ROLE_MARK) {
        content = endOfRole(text, i);
        roles.add(new String(text, i + 1, content - i - 1, StandardCharsets.UTF_8));
      }
    }
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("no segment begins before byte " + at);
    }
    int ofRole = Collections.frequency(roles, roles.getLast()) - 1;
    return new Place(roles.getLast(), roles.size() - 1, ofRole, Math.max(0, at - content - 1));
  }

  private static int endOfRole(byte[] text, int from) {
    int end = from;
    while (end < text.length && text[end] != CanonicalText.CONTENT_MARK) {
      end++;
    }
    return end;
  }
}
