package dev.warmpath.prompt.volatility;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Watches prompts as they pass for families that spoil their own prefix: many prompts of one scope
 * that differ in an early piece, each time by something new, and agree in long text behind it.
 *
 * <p>Keeps hashes of words of the first {@value #HEAD_BYTES} bytes of {@value #FAMILIES} families,
 * below a megabyte. Looking takes microseconds. Safe for any number of threads; writes guarded by
 * {@code this}.
 */
public final class VolatilePrefixes {
  private static final int HEAD_BYTES = 4096;
  private static final int HEAD_WORDS = 1024;
  private static final int FAMILIES = 32;

  /** What is shared behind a piece must be worth a row of the table: about 128 tokens. */
  private static final int LEAST_SHARED_BYTES = 512;

  /** The most recently met first. */
  private final List<Family> families = new ArrayList<>();

  /** Takes note of a prompt; the piece that spoils its prefix, if its family is known for one. */
  public Optional<VolatilePiece> observe(Prompt prompt) {
    if (!CanonicalText.isText(prompt)) {
      return Optional.empty();
    }
    byte[] head = CanonicalText.head(prompt, HEAD_BYTES);
    if (head.length < LEAST_SHARED_BYTES) {
      return Optional.empty();
    }
    Words words = Words.of(head, HEAD_WORDS);
    return observe(prompt.scope().hashCode(), words)
        .map(found -> piece(head, words, found.gap, found));
  }

  private record Found(Gap gap, int sharedBytes, long prompts, boolean isNews) {}

  private synchronized Optional<Found> observe(long scope, Words words) {
    for (int i = 0; i < families.size(); i++) {
      Family family = families.get(i);
      if (family.scope() == scope) {
        Alignment alignment = Alignment.of(family.words(), words);
        int gap = spoiling(family.words(), alignment);
        if (gap >= 0 || words.start(alignment.prefixWords()) >= LEAST_SHARED_BYTES) {
          families.remove(i);
          families.addFirst(family);
          return gap < 0 ? stable(family) : differing(family, words, alignment, gap);
        }
      }
    }
    if (families.size() == FAMILIES) {
      families.removeLast();
    }
    families.addFirst(new Family(scope, words));
    return Optional.empty();
  }

  private static Optional<Found> stable(Family family) {
    family.stable();
    return Optional.empty();
  }

  private static Optional<Found> differing(
      Family family, Words words, Alignment alignment, int number) {
    Gap gap = alignment.gaps().get(number);
    return family.isVolatile(words.hash(gap.fromSecond(), gap.toSecond()))
        ? Optional.of(
            new Found(
                gap,
                alignment.sharedBehind(family.words(), number),
                family.prompts(),
                family.takeNews()))
        : Optional.empty();
  }

  /** The first gap with enough behind it; -1 if there is none. */
  private static int spoiling(Words first, Alignment alignment) {
    return !alignment.gaps().isEmpty() && alignment.sharedBehind(first, 0) >= LEAST_SHARED_BYTES
        ? 0
        : -1;
  }

  private static VolatilePiece piece(byte[] head, Words words, Gap gap, Found found) {
    Place place = Place.of(head, words.start(gap.fromSecond()));
    return new VolatilePiece(
        words.kind(gap.fromSecond(), gap.toSecond()),
        place.role(),
        place.segment(),
        place.offsetBytes(),
        found.sharedBytes,
        found.prompts,
        found.isNews);
  }
}
