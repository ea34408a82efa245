package dev.warmpath.prompt.volatility;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.SplitMix64;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A canonical text cut into words, each known by its hash and its place; the text itself is gone.
 * Immutable.
 *
 * <p>A word is a run of letters and digits, with what joins them inside ({@code - _ . : / + @}); or
 * one other character; or the marks and the role between two segments. White space belongs to the
 * word in front of it. Words cover the text without gaps.
 */
public final class Words {
  private static final String JOINERS = "-_.:/+@";
  private static final int NEIGHBOURS = 4;
  private static final int LONGEST_NAME = 8;

  private final int count;
  private final long[] hashes;
  private final int[] starts;

  private Words(int count, long[] hashes, int[] starts) {
    this.count = count;
    this.hashes = hashes;
    this.starts = starts;
  }

  /**
   * The words of a text.
   *
   * @param text canonical text, from the start of a prompt on
   * @param maxWords how many are kept, positive
   */
  public static Words of(byte[] text, int maxWords) {
    int room = Math.min(maxWords, text.length);
    long[] hashes = new long[room];
    int[] starts = new int[room + 1];
    int count = 0;
    int at = 0;
    while (at < text.length && count < room) {
      int end = endOfWord(text, at);
      int next = endOfSpace(text, end);
      hashes[count] = SplitMix64.hash(text, at, next);
      starts[count++] = at;
      at = next;
    }
    starts[count] = at;
    return new Words(count, Arrays.copyOf(hashes, count), Arrays.copyOf(starts, count + 1));
  }

  /** How many words there are. */
  public int count() {
    return count;
  }

  /** Where a word begins, in bytes of the text; of {@link #count}: where the last one ends. */
  public int start(int word) {
    return starts[word];
  }

  /** The name of a word. */
  long hash(int word) {
    return hashes[word];
  }

  /** The name of a run of words. */
  public long hash(int from, int to) {
    long hash = (long) to - from;
    for (int i = from; i < to; i++) {
      hash = SplitMix64.mix(hash ^ hashes[i]);
    }
    return hash;
  }

  /**
   * What a run of words looks like, taken together with the words beside it.
   *
   * @param text the text that was cut
   */
  public PieceKind kind(byte[] text, int from, int to) {
    Set<PieceKind> found = kinds(text, from, to);
    Optional<PieceKind> telling =
        EnumSet.of(PieceKind.UUID, PieceKind.HASH, PieceKind.EMAIL).stream()
            .filter(found::contains)
            .findFirst();
    if (telling.isPresent() && to - from <= 2 * LONGEST_NAME) {
      return telling.get();
    }
    boolean plain = !found.contains(PieceKind.TEXT) || to - from <= LONGEST_NAME;
    Set<PieceKind> near =
        kinds(text, Math.max(0, from - NEIGHBOURS), Math.min(count, to + NEIGHBOURS));
    Set<PieceKind> context = found.equals(EnumSet.of(PieceKind.NUMBER)) ? near : found;
    boolean both = context.contains(PieceKind.DATE_AND_TIME);
    boolean date = both || context.contains(PieceKind.DATE);
    boolean time = both || context.contains(PieceKind.TIME);
    if (plain && (date || time)) {
      return date && time
          ? PieceKind.DATE_AND_TIME
          : date
              ? PieceKind.DATE
              : near.contains(PieceKind.DATE) ? PieceKind.DATE_AND_TIME : PieceKind.TIME;
    }
    if (plain && found.contains(PieceKind.ID)) {
      return PieceKind.ID;
    }
    if (found.equals(EnumSet.of(PieceKind.NUMBER))) {
      return PieceKind.NUMBER;
    }
    return found.equals(EnumSet.of(PieceKind.NAME)) && to - from <= LONGEST_NAME
        ? PieceKind.NAME
        : PieceKind.TEXT;
  }

  private EnumSet<PieceKind> kinds(byte[] text, int from, int to) {
    EnumSet<PieceKind> found = EnumSet.noneOf(PieceKind.class);
    for (int i = from; i < to; i++) {
      WordShape.of(text, starts[i], endOfWord(text, starts[i])).ifPresent(found::add);
    }
    return found;
  }

  private static int endOfWord(byte[] text, int from) {
    byte first = text[from];
    if (first == CanonicalText.END_MARK || first == CanonicalText.ROLE_MARK) {
      return endOfMarks(text, from);
    }
    int at = from + 1;
    if (isAlphanumeric(first)) {
      while (at < text.length
          && (isAlphanumeric(text[at])
              || (JOINERS.indexOf(text[at]) >= 0
                  && at + 1 < text.length
                  && isAlphanumeric(text[at + 1])))) {
        at++;
      }
    } else if (first < 0) {
      // The rest of one character of UTF-8.
      while (at < text.length && (text[at] & 0xC0) == 0x80) {
        at++;
      }
    }
    return at;
  }

  private static int endOfMarks(byte[] text, int from) {
    int at = from;
    while (at < text.length && text[at] != CanonicalText.CONTENT_MARK) {
      at++;
    }
    return Math.min(at + 1, text.length);
  }

  private static int endOfSpace(byte[] text, int from) {
    int at = from;
    while (at < text.length && text[at] <= ' ' && text[at] >= 0) {
      at++;
    }
    return at;
  }

  private static boolean isAlphanumeric(byte b) {
    return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
  }
}
