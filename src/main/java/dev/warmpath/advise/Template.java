package dev.warmpath.advise;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.volatility.Alignment;
import dev.warmpath.prompt.volatility.Gap;
import dev.warmpath.prompt.volatility.PieceKind;
import dev.warmpath.prompt.volatility.Place;
import dev.warmpath.prompt.volatility.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Prompts of one kind: the head of the first one, and where the others differ from it. */
final class Template {
  private static final int ANCHOR_BYTES = 48;

  /** Differences with fewer words between them are one piece. */
  private static final int BRIDGED_WORDS = 3;

  /** A difference that so few prompts have is an accident. */
  private static final double LEAST_SHARE = 0.02;

  private static final int LEAST_PROMPTS = 2;

  private final long scope;
  private final byte[] head;
  private final Words words;

  /** By word: how many prompts differ there, or have something in front of it. */
  private final int[] differing;

  private final int[] longest;
  private final List<Map<PieceKind, Integer>> kinds;
  private int prompts = 1;

  Template(long scope, byte[] head, Words words) {
    this.scope = scope;
    this.head = head;
    this.words = words;
    this.differing = new int[words.count()];
    this.longest = new int[words.count()];
    this.kinds = new ArrayList<>(Collections.nCopies(words.count(), Map.of()));
  }

  long scope() {
    return scope;
  }

  long prompts() {
    return prompts;
  }

  /**
   * Takes a prompt in, if it is of this kind.
   *
   * @param text its head
   * @param other the head's words
   */
  boolean add(byte[] text, Words other) {
    Alignment alignment = Alignment.of(words, other);
    if (!Templates.isAlike(words, alignment)) {
      return false;
    }
    prompts++;
    for (int i = 0; i < alignment.gaps().size(); i++) {
      if (alignment.sharedBehind(words, i) >= Alignment.LEAST_SHARED_BYTES) {
        note(alignment.gaps().get(i), text, other);
      }
    }
    return true;
  }

  private void note(Gap gap, byte[] text, Words other) {
    int from = gap.fromFirst();
    int bytes = other.start(gap.toSecond()) - other.start(gap.fromSecond());
    longest[from] = Math.max(longest[from], bytes);
    if (kinds.get(from).isEmpty()) {
      kinds.set(from, new EnumMap<>(PieceKind.class));
    }
    kinds.get(from).merge(other.kind(text, gap.fromSecond(), gap.toSecond()), 1, Integer::sum);
    for (int word = from; word < Math.max(from + 1, gap.toFirst()); word++) {
      differing[word]++;
    }
  }

  /** The pieces, in order. */
  List<Suspect> suspects() {
    List<int[]> pieces = pieces();
    List<Suspect> suspects = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      int from = i == 0 ? 0 : words.start(pieces.get(i - 1)[1]);
      int to = i + 1 < pieces.size() ? words.start(pieces.get(i + 1)[0]) : head.length;
      suspects.add(suspect(pieces.get(i), from, to));
    }
    return suspects;
  }

  private List<int[]> pieces() {
    int least = (int) Math.max(LEAST_PROMPTS - 1, Math.ceil(LEAST_SHARE * prompts));
    List<int[]> pieces = new ArrayList<>();
    for (int word = 0; word < differing.length; word++) {
      if (differing[word] >= least) {
        if (!pieces.isEmpty() && word - pieces.getLast()[1] < BRIDGED_WORDS) {
          pieces.getLast()[1] = word + 1;
        } else {
          pieces.add(new int[] {word, word + 1});
        }
      }
    }
    return pieces;
  }

  private Suspect suspect(int[] piece, int leftLimit, int rightLimit) {
    int from = words.start(piece[0]);
    int to = words.start(piece[1]);
    byte[] left =
        Arrays.copyOfRange(head, leftEnd(Math.max(leftLimit, from - ANCHOR_BYTES), from), from);
    byte[] right =
        Arrays.copyOfRange(head, to, rightEnd(to, Math.min(rightLimit, to + ANCHOR_BYTES)));
    int most = 0;
    int longestGap = 0;
    for (int word = piece[0]; word < piece[1]; word++) {
      most = Math.max(most, differing[word]);
      longestGap = Math.max(longestGap, longest[word]);
    }
    int room = 2 * Math.max(to - from, longestGap) + ANCHOR_BYTES;
    return new Suspect(
        new MovedPiece(left, right, room),
        kind(piece).label(),
        Place.of(head, from),
        (long) most * (head.length - to));
  }

  /** What stands in other segments says nothing of the piece's place in its own. */
  private int leftEnd(int least, int from) {
    int at = from;
    while (at > least && head[at - 1] != CanonicalText.END_MARK) {
      at--;
    }
    return at;
  }

  private int rightEnd(int to, int most) {
    int at = to;
    while (at < most && (at == to || head[at - 1] != CanonicalText.END_MARK)) {
      at++;
    }
    return at;
  }

  private PieceKind kind(int[] piece) {
    PieceKind own = words.kind(head, piece[0], piece[1]);
    if (own != PieceKind.TEXT) {
      return own;
    }
    Map<PieceKind, Integer> votes = new EnumMap<>(PieceKind.class);
    for (int word = piece[0]; word < piece[1]; word++) {
      kinds.get(word).forEach((kind, count) -> votes.merge(kind, count, Integer::sum));
    }
    return votes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(PieceKind.TEXT);
  }
}
