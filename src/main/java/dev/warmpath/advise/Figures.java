package dev.warmpath.advise;

import java.util.Locale;

/** Figures as people read them. */
final class Figures {
  private Figures() {}

  /** A share of 0 to 1. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** A difference of shares. */
  static String points(double share) {
    return String.format(Locale.ROOT, "%.1f points", 100 * share);
  }

  /** A count, rounded where it is large. */
  static String count(long count) {
    return count((double) count);
  }

  /** A count, rounded where it is large. */
  static String count(double count) {
    if (count >= 9.95e8) {
      return String.format(Locale.ROOT, "%.1f G", count / 1e9);
    }
    if (count >= 9.95e5) {
      return String.format(Locale.ROOT, "%.1f M", count / 1e6);
    }
    return count >= 9_950
        ? String.format(Locale.ROOT, "%.0f k", count / 1e3)
        : String.format(Locale.ROOT, "%,d", Math.round(count));
  }

  /** A number without a fraction. */
  static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  /** A time. */
  static String seconds(double seconds) {
    return seconds < 0.9995
        ? String.format(Locale.ROOT, "%.0f ms", 1000 * seconds)
        : String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
