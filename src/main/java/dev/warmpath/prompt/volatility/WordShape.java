package dev.warmpath.prompt.volatility;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Tells what single words look like. */
final class WordShape {
  private static final int UUID_LENGTH = 36;
  private static final int LEAST_HASH = 16;
  private static final int LEAST_LONG_NUMBER = 9;
  private static final int LONGEST_CALENDAR_WORD = 9;

  /** May is left out: it is a verb more often than a month. */
  private static final Set<String> CALENDAR =
      Set.of(
          "monday",
          "tuesday",
          "wednesday",
          "thursday",
          "friday",
          "saturday",
          "sunday",
          "mon",
          "tue",
          "wed",
          "thu",
          "fri",
          "january",
          "february",
          "march",
          "april",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december",
          "jan",
          "feb",
          "mar",
          "apr",
          "jun",
          "jul",
          "aug",
          "sep",
          "oct",
          "nov",
          "dec");

  private WordShape() {}

  /** The kind of a word; empty for punctuation and the like, which tells nothing. */
  static Optional<PieceKind> of(byte[] text, int from, int to) {
    int digits = 0;
    int hex = 0;
    int upper = 0;
    int lower = 0;
    int other = 0;
    for (int i = from; i < to; i++) {
      byte b = text[i];
      digits += isDigit(b) ? 1 : 0;
      upper += b >= 'A' && b <= 'Z' ? 1 : 0;
      lower += b >= 'a' && b <= 'z' ? 1 : 0;
      hex += isHex(b) ? 1 : 0;
      other += b < 0 ? 1 : 0;
    }
    int letters = upper + lower;
    if (digits + letters + other == 0) {
      return Optional.empty();
    }
    int length = to - from;
    if (digits == 0) {
      return Optional.of(ofLetters(text, from, to, upper, letters == length));
    }
    return Optional.of(
        letters == 0 ? ofDigits(text, from, to, digits) : mixed(text, from, to, hex));
  }

  private static PieceKind ofLetters(byte[] text, int from, int to, int upper, boolean plain) {
    if (contains(text, from, to, '@') && contains(text, from, to, '.')) {
      return PieceKind.EMAIL;
    }
    boolean capital = text[from] >= 'A' && text[from] <= 'Z';
    if (plain && capital && to - from <= LONGEST_CALENDAR_WORD) {
      String word = new String(text, from, to - from, StandardCharsets.US_ASCII);
      if (CALENDAR.contains(word.toLowerCase(Locale.ROOT))) {
        return PieceKind.DATE;
      }
    }
    boolean name = capital && (upper == 1 || upper == to - from);
    return plain && name ? PieceKind.NAME : PieceKind.TEXT;
  }

  private static PieceKind ofDigits(byte[] text, int from, int to, int digits) {
    if (digits == to - from) {
      boolean sinceEpoch = (digits == 10 || digits == 13) && text[from] == '1';
      return sinceEpoch
          ? PieceKind.TIME
          : digits >= LEAST_LONG_NUMBER ? PieceKind.ID : PieceKind.NUMBER;
    }
    if (contains(text, from, to, ':')) {
      return isDate(text, from, to) ? PieceKind.DATE_AND_TIME : PieceKind.TIME;
    }
    return isDate(text, from, to) ? PieceKind.DATE : PieceKind.NUMBER;
  }

  private static PieceKind mixed(byte[] text, int from, int to, int hex) {
    int length = to - from;
    if (length == UUID_LENGTH && hex == UUID_LENGTH - 4 && text[from + 8] == '-') {
      return PieceKind.UUID;
    }
    if (length >= LEAST_HASH && hex == length) {
      return PieceKind.HASH;
    }
    if (contains(text, from, to, '@')) {
      return PieceKind.EMAIL;
    }
    boolean colon = contains(text, from, to, ':');
    if (isDate(text, from, to)) {
      return colon ? PieceKind.DATE_AND_TIME : PieceKind.DATE;
    }
    // As in 15:04:05Z and 10:30am.
    return colon && isDigit(text[from]) && isDigit(text[from + 1]) ? PieceKind.TIME : PieceKind.ID;
  }

  /** Starts as 2026-05-15, 15/05/2026 or 15.5.26 do. */
  private static boolean isDate(byte[] text, int from, int to) {
    int first = digitsFrom(text, from, to);
    int second = digitsFrom(text, from + first + 1, to);
    int third = digitsFrom(text, from + first + second + 2, to);
    return first >= 1
        && first <= 4
        && second >= 1
        && second <= 2
        && third >= 1
        && third <= 4
        && first + third >= 3
        && text[from + first] == text[from + first + second + 1]
        && "-/.".indexOf(text[from + first]) >= 0;
  }

  private static int digitsFrom(byte[] text, int from, int to) {
    int at = from;
    while (at < to && isDigit(text[at])) {
      at++;
    }
    return Math.max(0, at - from);
  }

  private static boolean contains(byte[] text, int from, int to, char wanted) {
    for (int i = from; i < to; i++) {
      if (text[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean isHex(byte b) {
    return isDigit(b) || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F');
  }
}
