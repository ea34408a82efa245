package dev.warmpath.advise;

/** Names for the parts of a prompt. */
final class Parts {
  private Parts() {}

  /**
   * A part's name.
   *
   * @param role whose
   * @param ofRole its number among those of its role, from 0
   */
  static String name(String role, int ofRole) {
    return switch (role) {
      case "tools" -> "tools";
      case "system", "developer" -> "system prompt" + (ofRole == 0 ? "" : " " + (ofRole + 1));
      case "text" -> "prompt" + (ofRole == 0 ? "" : " " + (ofRole + 1));
      default -> role + " message " + (ofRole + 1);
    };
  }
}
