package dev.warmpath.advise;

/** A change of prompts that their author could make. Immutable. */
interface Edit {
  /**
   * The changed prompt.
   *
   * @param text canonical text, not changed
   * @return canonical text of the same length; the same array where there is nothing to change
   */
  byte[] apply(byte[] text);
}
