package dev.warmpath.local;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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
    return words(seed).limit(count).collect(Collectors.joining(" "));
  }

  /** The same words as tokens, without end: all but the first begin with their space. */
  static Iterator<String> tokens(long seed) {
    return Stream.concat(words(seed).limit(1), words(seed).skip(1).map(word -> " " + word))
        .iterator();
  }

  private static Stream<String> words(long seed) {
    return LongStream.iterate(next(seed), FillerText::next)
        .mapToObj(state -> WORDS.get((int) (state >>> 59)));
  }

  /** A linear congruential step; its upper bits vary most. */
  private static long next(long state) {
    return state * 6364136223846793005L + 1442695040888963407L;
  }
}
