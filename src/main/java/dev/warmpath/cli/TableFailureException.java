package dev.warmpath.cli;

import dev.warmpath.router.port.Degradation;

/** A table that could not be read or changed, in a sentence for the terminal. */
final class TableFailureException extends Exception {
  private static final long serialVersionUID = 1;

  TableFailureException(String sentence) {
    super(sentence);
  }

  /**
   * A call without an answer.
   *
   * @param table what a sentence calls the table
   * @param doing what was tried, such as {@code read}
   */
  static TableFailureException of(String table, String doing, Degradation reason) {
    return new TableFailureException(
        switch (reason) {
          case DENIED ->
              table + " does not exist there, or these credentials may not " + doing + " it";
          case THROTTLED -> "DynamoDB throttled the call to " + doing + " " + table + "; try again";
          case TIMEOUT, COLD -> table + " did not answer in time; try again";
          case FAILED ->
              table + " could not be reached, is not one of Warmpath's, or has no credentials here";
        });
  }
}
