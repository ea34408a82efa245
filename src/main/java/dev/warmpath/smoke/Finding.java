package dev.warmpath.smoke;

/** What came of one check. */
public sealed interface Finding {
  /**
   * All is well.
   *
   * @param detail what was seen
   */
  record Passed(String detail) implements Finding {}

  /**
   * Something is wrong.
   *
   * @param reason what was seen
   * @param remedy what to do about it
   */
  record Failed(String reason, String remedy) implements Finding {}

  /**
   * There was nothing to check.
   *
   * @param why by which choice of the deployment
   */
  record Skipped(String why) implements Finding {}
}
