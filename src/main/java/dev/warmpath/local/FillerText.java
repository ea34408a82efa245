package dev.warmpath.local;

import java.util.List;

/** Harmless words in place of a model's answer. */
final class FillerText {
  /** Three letters and a space: one word is one token of {@link LocalTokenizer}. */
  private static final List<String> WORDS =
      List.of(
          "sun", "sea", "fox", "oak", "owl", "bee", "sky", "dew", "elm", "ivy", "fig", "hay", "ice",
          "jay", "log", "map", "nut", "oar", "pea", "rye", "sap", "tea", "urn", "vat", "web", "yew",
          "ant", "bay", "cup", "day", "egg", "fir");

  private FillerText() {}

  /** So many words; the same seed gives the same. */
  static String words(long seed, int count) {
    StringBuilder text = new StringBuilder(LocalTokenizer.TOKEN_BYTES * count);
    long state = seed;
    for (int i = 0; i < count; i++) {
      // A linear congruential step; its upper bits vary most.
      state = state * 6364136223846793005L + 1442695040888963407L;
      text.append(i == 0 ? "" : " ").append(WORDS.get((int) (state >>> 59)));
    }
    return text.toString();
  }
}
