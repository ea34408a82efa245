package dev.warmpath.keys;

/** Where rows of keys are found. Safe for any number of threads; never throws for want of them. */
public interface KeyLookup {
  /** The row of a hash, as it is now: a row that was just written or revoked is seen so. */
  Found find(KeyHash hash);

  /** What came of a look-up. */
  sealed interface Found {
    /**
     * There is a row.
     *
     * @param row the row
     */
    record Row(KeyRow row) implements Found {}

    /** There is none. */
    record None() implements Found {}

    /**
     * Nothing is known.
     *
     * @param reason why, without any secret
     */
    record Unavailable(String reason) implements Found {}
  }
}
