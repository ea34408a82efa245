package dev.warmpath.advise;

import dev.warmpath.advise.Forecast.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Advice for a terminal, the worst culprit first. */
public final class AdviceText {
  private AdviceText() {}

  /** The lines. */
  public static List<String> of(Advice advice) {
    List<String> lines = new ArrayList<>();
    lines.add(advice.headline());
    lines.add("");
    lines.add(
        "%s: %s requests, %s prompt tokens%s"
            .formatted(
                advice.file(),
                Figures.count(advice.requests()),
                Figures.count(advice.promptTokens()),
                advice.hasText() ? " (four bytes each)" : ""));
    lines.add(
        "One infinite cache would hit %s%s%s."
            .formatted(
                Figures.percent(advice.hitRate()),
                advice.culprits().isEmpty()
                    ? ""
                    : "; with all below mended, " + Figures.percent(advice.mendedHitRate()),
                advice.sampledOneIn() == 1
                    ? ""
                    : " (estimated from one block in " + advice.sampledOneIn() + ")"));
    if (advice.badLines() > 0) {
      lines.add(passedOver(advice) + ":");
      advice.complaints().forEach(complaint -> lines.add("  " + complaint));
    }
    culprits(advice, lines);
    advice.forecast().ifPresent(forecast -> forecast(forecast, lines));
    return lines;
  }

  private static void culprits(Advice advice, List<String> lines) {
    int number = 1;
    for (Culprit culprit : advice.culprits()) {
      lines.add("");
      lines.add(
          "%d. %s: costs %s, %s tokens; hit rate %s with only this mended"
              .formatted(
                  number++,
                  culprit.title(),
                  Figures.points(culprit.cost()),
                  Figures.count(culprit.lostTokens()),
                  Figures.percent(culprit.hitRate())));
      lines.add("   " + culprit.rewrite());
      culprit.excerpt().ifPresent(text -> lines.add("   " + text));
    }
  }

  private static void forecast(Forecast forecast, List<String> lines) {
    lines.add("");
    lines.add(
        "Simulated: %d engines of %s tokens each, %s, first %s requests"
            .formatted(
                forecast.targets(),
                Figures.count(forecast.kvTokens()),
                forecast.pace(),
                Figures.count(forecast.requests())));
    boolean mended = !forecast.mended().isEmpty();
    lines.add(
        "%-18s %9s %9s %9s%s"
            .formatted(
                "policy",
                "hit rate",
                "TTFT p50",
                "p90",
                mended ? "   mended: hit rate      p90" : ""));
    for (int i = 0; i < forecast.asIs().size(); i++) {
      Outcome outcome = forecast.asIs().get(i);
      lines.add(
          "%-18s %9s %9s %9s%s"
              .formatted(
                  outcome.policy(),
                  Figures.percent(outcome.hitRate()),
                  Figures.seconds(outcome.ttftP50Seconds()),
                  Figures.seconds(outcome.ttftP90Seconds()),
                  mended
                      ? " %18s %8s"
                          .formatted(
                              Figures.percent(forecast.mended().get(i).hitRate()),
                              Figures.seconds(forecast.mended().get(i).ttftP90Seconds()))
                      : ""));
    }
    lines.add(enough(forecast));
  }

  /** How many lines were no requests. */
  static String passedOver(Advice advice) {
    return advice.badLines() == 1
        ? "1 line was passed over"
        : Figures.count(advice.badLines()) + " lines were passed over";
  }

  /** Which fleet the traffic can use. */
  static String enough(Forecast forecast) {
    Outcome enough = forecast.enough();
    return ("Of the fleets tried, the smallest that is nearly as good as any: %d %s of %s"
            + " tokens%s (hit rate %s, TTFT p90 %s).")
        .formatted(
            enough.targets(),
            enough.targets() == 1 ? "engine" : "engines",
            Figures.count(enough.kvTokens()),
            forecast.mended().isEmpty() ? "" : " each, with all mended",
            Figures.percent(enough.hitRate()),
            Figures.seconds(enough.ttftP90Seconds()));
  }
}
