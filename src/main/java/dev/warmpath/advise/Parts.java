package dev.warmpath.advise;

/** Names for the parts of a prompt. */
final class Parts {
  private Parts() {}

  /**
   * A part's name.
   *
   * @param role whose
   * @param segment its number from 0
   */
  static String name(String role, int segment) {
    return switch (role) {
      case "tools" -> "tools";
      case "system", "developer" ->
          segment == 0 ? "system prompt" : "system prompt (part " + (segment + 1) + ")";
      case "text" -> segment == 0 ? "prompt" : "prompt (part " + (segment + 1) + ")";
      default -> "part " + (segment + 1) + " (" + role + ")";
    };
  }
}
