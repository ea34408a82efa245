package dev.warmpath.router.port;

import dev.warmpath.routing.TargetRow;

/** What came of a write. */
public sealed interface WriteResult {
  /** Written. */
  record Done() implements WriteResult {}

  /**
   * A target's row was written.
   *
   * @param row the row as it is now, fresher than any read
   */
  record Fresh(TargetRow row) implements WriteResult {}

  /** The row's state forbids it: a full row, a lease that somebody else holds. */
  record Refused() implements WriteResult {}

  /**
   * Nothing is known: it may or may not have been written.
   *
   * @param reason why
   */
  record Unavailable(Degradation reason) implements WriteResult {}
}
