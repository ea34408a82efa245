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
 * about a megabyte. Looking takes some tens of microseconds. Safe for any number of threads; writes
 * guarded by {@code this}.
 */
public final class VolatilePrefixes {
  private static final int HEAD_BYTES = 4096;
  private static final int HEAD_WORDS = 1024;
  private static final int FAMILIES = 32;

  /** To lay texts along each other takes microseconds where they have nothing in common. */
  private static final int MOST_TRIED = 8;

  /** The most recently met first. */
  private final List<Family> families = new ArrayList<>();

  /** Takes note of a prompt; the piece that spoils its prefix, if its family is known for one. */
  public Optional<VolatilePiece> observe(Prompt prompt) {
    if (!CanonicalText.isText(prompt)) {
      return Optional.empty();
    }
    byte[] head = CanonicalText.head(prompt, HEAD_BYTES);
    if (head.length < Alignment.LEAST_SHARED_BYTES) {
      return Optional.empty();
    }
    Words words = Words.of(head, HEAD_WORDS);
    return observe(prompt.scope().hashCode(), words)
        .map(found -> piece(head, words, found.gap, found));
  }

  private record Found(Gap gap, int sharedBytes, long prompts, boolean isNews) {}

  private synchronized Optional<Found> observe(long scope, Words words) {
    List<Family> own = families.stream().filter(family -> family.scope() == scope).toList();
    // Most prompts begin as others do, which costs little to see.
    for (Family family : own) {
      if (words.start(Alignment.prefix(family.words(), words)) >= Alignment.LEAST_SHARED_BYTES) {
        met(family);
        return observe(family, words, Alignment.of(family.words(), words));
      }
    }
    for (Family family : own.subList(0, Math.min(MOST_TRIED, own.size()))) {
      Alignment alignment = Alignment.of(family.words(), words);
      if (alignment.isSpoiled(family.words())) {
        met(family);
        return observe(family, words, alignment);
      }
    }
    if (families.size() == FAMILIES) {
      families.removeLast();
    }
    families.addFirst(new Family(scope, words));
    return Optional.empty();
  }

  private void met(Family family) {
    families.remove(family);
    families.addFirst(family);
  }

  private static Optional<Found> observe(Family family, Words words, Alignment alignment) {
    if (!alignment.isSpoiled(family.words())) {
      family.stable();
      return Optional.empty();
    }
    Gap gap = alignment.gaps().getFirst();
    return family.isVolatile(words.hash(gap.fromSecond(), gap.toSecond()))
        ? Optional.of(
            new Found(
                gap,
                alignment.sharedBehind(family.words(), 0),
                family.prompts(),
                family.takeNews()))
        : Optional.empty();
  }

  private static VolatilePiece piece(byte[] head, Words words, Gap gap, Found found) {
    Place place = Place.of(head, words.start(gap.fromSecond()));
    return new VolatilePiece(
        words.kind(head, gap.fromSecond(), gap.toSecond()),
        place.role(),
        place.segment(),
        place.offsetBytes(),
        found.sharedBytes,
        found.prompts,
        found.isNews);
  }
}
