package dev.warmpath.keys;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Decides who a caller is by the key that he sends.
 *
 * <p>While the store gives no answer, a key that it knew within the last {@link #MEMORY} counts as
 * it was; a key that it did not know is not let in. Safe for any number of threads.
 */
public final class KeyCheck {
  /** How long a key is remembered as it was. */
  public static final Duration MEMORY = Duration.ofMinutes(15);

  private static final int MOST_REMEMBERED = 10_000;

  private final KeyLookup keys;
  private final InstantSource clock;
  private final Recent<KeyHash, Seen> seen = new Recent<>(MOST_REMEMBERED);

  /** Makes a check over a store. */
  public KeyCheck(KeyLookup keys, InstantSource clock) {
    this.keys = keys;
    this.clock = clock;
  }

  private record Seen(KeyRow row, Instant at) {}

  /** What came of a check. */
  public sealed interface Verdict {
    /**
     * The caller is known.
     *
     * @param key his key
     * @param fromMemory whether the store gave no answer, so that this is how it was
     */
    record Admitted(KeyRow key, boolean fromMemory) implements Verdict {}

    /**
     * The caller is not to be let in.
     *
     * @param why in a word for logs
     */
    record Refused(Why why) implements Verdict {}

    /**
     * Nobody can tell.
     *
     * @param reason why the store gave no answer
     */
    record Unknown(String reason) implements Verdict {}
  }

  /** Why a caller is not let in. */
  public enum Why {
    /** What he sent has not the form of a key. */
    MALFORMED,
    /** There is no such key. */
    UNKNOWN,
    /** There was one. */
    REVOKED
  }

  /**
   * Checks a caller.
   *
   * @param authorization the value of his header {@code Authorization}; empty for none
   */
  public Verdict check(String authorization) {
    return BearerKey.ofHeader(authorization)
        .map(key -> check(key.hash()))
        .orElseGet(() -> new Verdict.Refused(Why.MALFORMED));
  }

  private Verdict check(KeyHash hash) {
    return switch (keys.find(hash)) {
      case KeyLookup.Found.Row(KeyRow row) when row.revoked().isEmpty() -> {
        seen.put(hash, new Seen(row, clock.instant()));
        yield new Verdict.Admitted(row, false);
      }
      case KeyLookup.Found.Row(var revoked) -> forget(hash, Why.REVOKED);
      case KeyLookup.Found.None() -> forget(hash, Why.UNKNOWN);
      case KeyLookup.Found.Unavailable(String reason) -> remembered(hash, reason);
    };
  }

  private Verdict forget(KeyHash hash, Why why) {
    seen.remove(hash);
    return new Verdict.Refused(why);
  }

  private Verdict remembered(KeyHash hash, String reason) {
    Instant oldest = clock.instant().minus(MEMORY);
    return seen.get(hash)
        .filter(s -> s.at().isAfter(oldest))
        .<Verdict>map(s -> new Verdict.Admitted(s.row(), true))
        .orElseGet(() -> new Verdict.Unknown(reason));
  }
}
