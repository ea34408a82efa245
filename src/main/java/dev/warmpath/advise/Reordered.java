package dev.warmpath.advise;

import dev.warmpath.advise.Passages.Passage;
import dev.warmpath.advise.Passages.Span;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Puts pieces of a segment into one order, whatever the order in which they came.
 *
 * @param pieces the pieces of a segment that may change places; fewer than two for none
 * @param order which goes first; must look at nothing but names
 */
record Reordered(BiFunction<byte[], Span, List<Passage>> pieces, Comparator<Passage> order)
    implements Edit {
  @Override
  public byte[] apply(byte[] text) {
    byte[] result = text;
    for (Span span : Passages.spans(text)) {
      List<Passage> given = pieces.apply(text, span);
      List<Passage> sorted = given.stream().sorted(order).toList();
      if (!sorted.equals(given)) {
        result = Arrays.equals(result, text) ? text.clone() : result;
        write(text, given, sorted, result);
      }
    }
    return result;
  }

  /** What stands between pieces stays where it is, in its order. */
  private static void write(byte[] text, List<Passage> given, List<Passage> sorted, byte[] result) {
    int at = given.getFirst().from();
    for (int i = 0; i < given.size(); i++) {
      Passage piece = sorted.get(i);
      System.arraycopy(text, piece.from(), result, at, piece.bytes());
      at += piece.bytes();
      int gapFrom = given.get(i).to();
      int gapTo = i + 1 < given.size() ? given.get(i + 1).from() : gapFrom;
      System.arraycopy(text, gapFrom, result, at, gapTo - gapFrom);
      at += gapTo - gapFrom;
    }
  }
}
