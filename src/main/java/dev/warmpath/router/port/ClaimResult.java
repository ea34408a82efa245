package dev.warmpath.router.port;

import dev.warmpath.routing.PrefixRow;

/** What came of a claim. */
public sealed interface ClaimResult {
  /**
   * The owner stands in the row.
   *
   * @param row the row as written
   */
  record Won(PrefixRow row) implements ClaimResult {}

  /**
   * Somebody else was first.
   *
   * @param winner the row as it is
   */
  record Lost(PrefixRow winner) implements ClaimResult {}

  /**
   * Nothing is known: the claim may or may not have been written.
   *
   * @param reason why
   */
  record Unavailable(Degradation reason) implements ClaimResult {}
}
