package dev.warmpath.prompt.volatility;

import java.util.ArrayList;
import java.util.List;

/**
 * How two texts run along each other: shared words, and gaps between them.
 *
 * @param gaps where they differ although they agree again behind it, in order
 * @param prefixWords how many words they share before the first difference
 * @param endFirst the word of the first text behind which they do not agree again
 */
public record Alignment(List<Gap> gaps, int prefixWords, int endFirst) {
  /** What is shared must be worth a row of the table: about 128 tokens. */
  public static final int LEAST_SHARED_BYTES = 512;

  /*
   * Greedy: at the first difference, the nearest place where RUN words agree again, nearest by the
   * sum of what is left out on both sides. Where there is none within WINDOW words, what the two
   * texts share at their ends counts, if it is long. Time is O(words + gaps * WINDOW^2 / 2), and
   * gaps are bounded.
   */
  private static final int RUN = 8;
  private static final int WINDOW = 48;
  private static final int LEAST_SUFFIX = 32;
  private static final int MOST_GAPS = 24;

  /** Copies the gaps. */
  public Alignment {
    gaps = List.copyOf(gaps);
  }

  /** Lays two texts along each other. */
  public static Alignment of(Words first, Words second) {
    int prefix = prefix(first, second);
    int i = prefix;
    int j = prefix;
    List<Gap> gaps = new ArrayList<>();
    while (i < first.count() && j < second.count() && gaps.size() < MOST_GAPS) {
      Gap gap = nearest(first, i, second, j);
      if (gap.toFirst() < 0) {
        gap = bySuffix(first, i, second, j);
      }
      if (gap.toFirst() < 0) {
        break;
      }
      gaps.add(gap);
      int agreeing = agreeing(first, gap.toFirst(), second, gap.toSecond());
      i = gap.toFirst() + agreeing;
      j = gap.toSecond() + agreeing;
    }
    return new Alignment(gaps, prefix, i);
  }

  /** How many words two texts share before their first difference. */
  static int prefix(Words first, Words second) {
    return agreeing(first, 0, second, 0);
  }

  /**
   * Whether the texts differ early and agree again behind it, by enough to be worth a row.
   *
   * @param first the first text
   */
  public boolean isSpoiled(Words first) {
    return !gaps.isEmpty() && sharedBehind(first, 0) >= LEAST_SHARED_BYTES;
  }

  /** How many bytes of the first text are shared behind a gap, by its number. */
  public int sharedBehind(Words first, int gap) {
    int bytes = 0;
    for (int i = gap; i < gaps.size(); i++) {
      int end = i + 1 < gaps.size() ? gaps.get(i + 1).fromFirst() : endFirst;
      bytes += first.start(end) - first.start(gaps.get(i).toFirst());
    }
    return bytes;
  }

  private static int agreeing(Words first, int i, Words second, int j) {
    int most = Math.min(first.count() - i, second.count() - j);
    int agreeing = 0;
    while (agreeing < most && first.hash(i + agreeing) == second.hash(j + agreeing)) {
      agreeing++;
    }
    return agreeing;
  }

  private static Gap nearest(Words first, int i, Words second, int j) {
    for (int left = 1; left <= WINDOW; left++) {
      for (int inFirst = 0; inFirst <= left; inFirst++) {
        int a = i + inFirst;
        int b = j + left - inFirst;
        if (agreesAt(first, a, second, b)) {
          return new Gap(i, a, j, b);
        }
      }
    }
    return new Gap(i, -1, j, -1);
  }

  private static boolean agreesAt(Words first, int a, Words second, int b) {
    if (a + RUN > first.count() || b + RUN > second.count()) {
      return false;
    }
    for (int k = 0; k < RUN; k++) {
      if (first.hash(a + k) != second.hash(b + k)) {
        return false;
      }
    }
    return true;
  }

  private static Gap bySuffix(Words first, int i, Words second, int j) {
    int most = Math.min(first.count() - i, second.count() - j);
    int suffix = 0;
    while (suffix < most
        && first.hash(first.count() - 1 - suffix) == second.hash(second.count() - 1 - suffix)) {
      suffix++;
    }
    return suffix < LEAST_SUFFIX
        ? new Gap(i, -1, j, -1)
        : new Gap(i, first.count() - suffix, j, second.count() - suffix);
  }
}
