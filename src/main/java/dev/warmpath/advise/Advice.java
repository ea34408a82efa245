package dev.warmpath.advise;

import java.util.List;
import java.util.Optional;

/**
 * What was found about somebody's traffic.
 *
 * @param file its name
 * @param hasText whether the prompts' text was known, so that pieces could be looked for
 * @param requests how many requests were counted
 * @param badLines how many lines were passed over
 * @param complaints a sentence for each of the first of these
 * @param promptTokens prompt tokens, at four bytes each where the text is known
 * @param hitRate what one infinite cache finds of them as they are, 0 to 1
 * @param mendedHitRate the same with all culprits mended
 * @param sampledOneIn every how many blocks one was counted: 1 where the rates are exact
 * @param beginnings the tree of shared beginnings
 * @param mendedBeginnings the same with all culprits mended; empty if there are none
 * @param culprits what spoils reuse, the worst first
 * @param forecast what fleets do with it; empty if it was not asked for
 */
public record Advice(
    String file,
    boolean hasText,
    long requests,
    long badLines,
    List<String> complaints,
    long promptTokens,
    double hitRate,
    double mendedHitRate,
    int sampledOneIn,
    List<Branch> beginnings,
    List<Branch> mendedBeginnings,
    List<Culprit> culprits,
    Optional<Forecast> forecast) {
  /** Copies the lists. */
  public Advice {
    complaints = List.copyOf(complaints);
    beginnings = List.copyOf(beginnings);
    mendedBeginnings = List.copyOf(mendedBeginnings);
    culprits = List.copyOf(culprits);
  }

  /** The whole finding in one sentence, with the worst first. */
  public String headline() {
    if (!hasText) {
      return "This trace has no text: what spoils its prefixes cannot be told, only what they share.";
    }
    if (culprits.isEmpty()) {
      return "Nothing to gain here: no piece was found whose place costs a point of hit rate.";
    }
    Culprit worst = culprits.getFirst();
    return "The worst: %s. It costs %s of hit rate."
        .formatted(worst.title(), Figures.points(worst.cost()));
  }
}
