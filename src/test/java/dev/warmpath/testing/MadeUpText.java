package dev.warmpath.testing;

import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Text of made-up words: equal seeds give equal text. */
public final class MadeUpText {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  private MadeUpText() {}

  /** Sentences of so many words. */
  public static String words(RandomGenerator random, int count) {
    return Stream.generate(() -> word(random)).limit(count).collect(Collectors.joining(" ")) + ".";
  }

  /** Paragraphs with an empty line between them. */
  public static String paragraphs(RandomGenerator random, int count, int wordsOfEach) {
    return Stream.generate(() -> words(random, wordsOfEach))
        .limit(count)
        .collect(Collectors.joining("\n\n"));
  }

  private static String word(RandomGenerator random) {
    int length = 2 + random.nextInt(8);
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return word.toString();
  }
}
