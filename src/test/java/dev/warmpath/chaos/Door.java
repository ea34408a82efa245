package dev.warmpath.chaos;

/** Where requests go: routers in this process, or others. Safe for any number of threads. */
@FunctionalInterface
interface Door {
  /**
   * Sends a request and waits for the end of its answer; never throws.
   *
   * @param body JSON
   * @param abort whether to leave once the answer has begun
   */
  Reply send(String body, boolean abort);

  /**
   * An answer as it came.
   *
   * @param status the HTTP status; 0 if there was none
   * @param variant who answered; empty if nobody says
   * @param decision why there, in the router's word; empty if nobody says
   * @param body what came of it
   * @param whole whether the connection says that it is whole
   */
  record Reply(int status, String variant, String decision, String body, boolean whole) {
    /** None at all. */
    static final Reply NONE = new Reply(0, "", "", "", false);
  }
}
