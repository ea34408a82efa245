package dev.warmpath.advise;

import dev.warmpath.prompt.volatility.Place;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Something in prompts that may spoil their reuse, and the change that would mend it.
 *
 * @param edit the change
 * @param kind what it looks like, for people
 * @param place where it stands, in one of the prompts
 * @param weight prompts that have it, times the bytes behind it
 */
record Suspect(Edit edit, String kind, Place place, long weight) {
  private static final int LEAST_RIGHT = 2;

  /** What stands in front of the piece, so that it can be compared; empty for no piece. */
  String left() {
    return edit instanceof MovedPiece piece
        ? new String(piece.left(), StandardCharsets.ISO_8859_1)
        : "";
  }

  /** One suspect for both, if what stands behind their pieces begins alike; else the weightier. */
  Suspect with(Suspect other) {
    Suspect greater = weight >= other.weight ? this : other;
    if (!(edit instanceof MovedPiece one && other.edit instanceof MovedPiece two)) {
      return greater;
    }
    int differs = Arrays.mismatch(one.right(), two.right());
    int common = differs < 0 ? one.right().length : differs;
    return common < LEAST_RIGHT
        ? greater
        : new Suspect(
            new MovedPiece(
                one.left(),
                Arrays.copyOf(one.right(), common),
                Math.max(one.longest(), two.longest())),
            kind,
            place,
            weight + other.weight);
  }
}
