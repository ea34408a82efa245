package dev.warmpath.keys;

/**
 * How many tokens, of prompts and answers together, a key's tenant may use.
 *
 * @param perMinute in a minute of the clock; 0 for no limit
 * @param perDay in a day of UTC; 0 for no limit
 */
public record TokenLimits(long perMinute, long perDay) {
  /** No limit. */
  public static final TokenLimits NONE = new TokenLimits(0, 0);

  /** The largest limit. */
  public static final long MOST = 1_000_000_000_000L;

  /** Checks the ranges. */
  public TokenLimits {
    check("tokens per minute", perMinute);
    check("tokens per day", perDay);
  }

  /** The limit of one window; 0 for none. */
  long of(TokenWindow window) {
    return switch (window) {
      case MINUTE -> perMinute;
      case DAY -> perDay;
    };
  }

  private static void check(String what, long value) {
    if (value < 0 || value > MOST) {
      throw new IllegalArgumentException(what + " must be 0 to " + MOST + " but was " + value);
    }
  }
}
