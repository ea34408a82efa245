package dev.warmpath.advise;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What one infinite cache would find if suspects were mended: each alone, all, and all but each.
 *
 * <p>A suspect that stands behind another one costs nothing alone, since the other one spoils the
 * prefix anyway; mended last, it shows what it costs. Confined to one thread.
 */
final class Counterfactual {
  /** Each costs two more caches and two more looks at each prompt. */
  static final int MOST_SUSPECTS = 6;

  /** What costs less is not worth a rewrite. */
  private static final double LEAST_COST = 0.01;

  /** Unless several of them cost that much together: then those that have such a share in it. */
  private static final double LEAST_SHARE = 0.2;

  private final List<Suspect> suspects;
  private final List<ReuseMeter> alone = new ArrayList<>();
  private final List<ReuseMeter> without = new ArrayList<>();
  private final ReuseMeter all = new ReuseMeter();
  private final SharedBeginnings beginnings = new SharedBeginnings(BlockNames.BLOCK_TOKENS);
  private final long[] prompts;

  Counterfactual(List<Suspect> suspects) {
    this.suspects = suspects;
    this.prompts = new long[suspects.size()];
    suspects.forEach(suspect -> alone.add(new ReuseMeter()));
    suspects.forEach(suspect -> without.add(new ReuseMeter()));
  }

  /**
   * Serves a prompt in all its forms.
   *
   * @param editable whether it is text
   * @param where tells in whose part of the prompt a block ends
   */
  void serve(long scope, byte[] text, boolean editable, SharedBeginnings.Where where) {
    long[] names = BlockNames.of(scope, text);
    byte[] mended = text;
    for (int i = 0; i < suspects.size(); i++) {
      byte[] edited = editable ? suspects.get(i).edit().apply(text) : text;
      prompts[i] += Arrays.equals(edited, text) ? 0 : 1;
      serve(alone.get(i), text, names(scope, text, names, edited));
      byte[] others = editable ? appliedFrom(i + 1, mended) : text;
      serve(without.get(i), text, names(scope, text, names, others));
      mended = editable ? suspects.get(i).edit().apply(mended) : text;
    }
    long[] mendedNames = names(scope, text, names, mended);
    serve(all, text, mendedNames);
    beginnings.add(mendedNames, where);
  }

  double mendedHitRate() {
    return all.hitRate();
  }

  /** Those that cost something, the worst first. */
  List<Found> found(ReuseMeter asIs, boolean showText) {
    double together = all.hitRate() - asIs.hitRate();
    double least =
        together >= LEAST_COST ? Math.min(LEAST_COST, LEAST_SHARE * together) : LEAST_COST;
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < suspects.size(); i++) {
      double cost = cost(i, asIs);
      if (cost >= least) {
        found.add(new Found(culprit(i, asIs, cost, showText), suspects.get(i).edit()));
      }
    }
    found.sort(Comparator.comparingDouble((Found f) -> f.culprit().cost()).reversed());
    return found;
  }

  /** What the prompts share once all is mended. */
  List<Branch> beginnings() {
    return beginnings.branches();
  }

  /**
   * A culprit.
   *
   * @param edit the change that mends it
   */
  record Found(Culprit culprit, Edit edit) {}

  private Culprit culprit(int i, ReuseMeter asIs, double cost, boolean showText) {
    Suspect suspect = suspects.get(i);
    return new Culprit(
        suspect.kind(),
        suspect.place(),
        prompts[i],
        cost * asIs.promptTokens(),
        alone.get(i).hitRate(),
        cost,
        Optional.empty(),
        showText ? excerpt(suspect) : Optional.empty());
  }

  private double cost(int i, ReuseMeter asIs) {
    return Math.max(
        alone.get(i).hitRate() - asIs.hitRate(), all.hitRate() - without.get(i).hitRate());
  }

  private static Optional<String> excerpt(Suspect suspect) {
    return suspect.edit() instanceof MovedPiece piece
        ? Optional.of(
            text(piece.left()) + " \u2039" + suspect.kind() + "\u203A " + text(piece.right()))
        : Optional.empty();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).replaceAll("[\\p{Cntrl}\uFFFD]+", " ");
  }

  private byte[] appliedFrom(int first, byte[] text) {
    byte[] edited = text;
    for (Suspect suspect : suspects.subList(first, suspects.size())) {
      edited = suspect.edit().apply(edited);
    }
    return edited;
  }

  private static long[] names(long scope, byte[] text, long[] names, byte[] edited) {
    return Arrays.equals(edited, text) ? names : BlockNames.of(scope, edited);
  }

  private static void serve(ReuseMeter meter, byte[] text, long[] names) {
    meter.serve(names, Advisor.tokens(text), BlockNames.BLOCK_TOKENS);
  }
}
