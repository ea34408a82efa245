package dev.warmpath.advise;

import dev.warmpath.advise.Forecast.Outcome;
import dev.warmpath.report.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Advice as JSON; rates are 0 to 1, times in seconds. */
public final class AdviceJson {
  private AdviceJson() {}

  /** The text, with a line break at the end. */
  public static String of(Advice advice) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("command", "advise");
    map.put("file", advice.file());
    map.put("headline", advice.headline());
    map.put("requests", advice.requests());
    map.put("badLines", advice.badLines());
    map.put("complaints", advice.complaints());
    map.put("promptTokens", advice.promptTokens());
    map.put("hitRate", JsonText.rounded(advice.hitRate()));
    map.put("mendedHitRate", JsonText.rounded(advice.mendedHitRate()));
    map.put("sampledOneIn", advice.sampledOneIn());
    map.put("culprits", advice.culprits().stream().map(AdviceJson::culprit).toList());
    map.put("beginnings", branches(advice.beginnings()));
    map.put("mendedBeginnings", branches(advice.mendedBeginnings()));
    advice.forecast().ifPresent(forecast -> map.put("forecast", forecast(forecast)));
    return JsonText.of(map);
  }

  private static Map<String, Object> culprit(Culprit culprit) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", culprit.kind());
    map.put("role", culprit.place().role());
    map.put("segment", culprit.place().segment());
    map.put("offsetBytes", culprit.place().offsetBytes());
    map.put("requests", culprit.prompts());
    map.put("cost", JsonText.rounded(culprit.cost()));
    map.put("lostTokens", Math.round(culprit.lostTokens()));
    map.put("hitRateAlone", JsonText.rounded(culprit.hitRate()));
    culprit.fleetHitRate().ifPresent(rate -> map.put("fleetHitRateAlone", JsonText.rounded(rate)));
    map.put("rewrite", culprit.rewrite());
    culprit.excerpt().ifPresent(text -> map.put("excerpt", text));
    return map;
  }

  private static List<Map<String, Object>> branches(List<Branch> branches) {
    return branches.stream()
        .map(
            branch -> {
              Map<String, Object> map = new LinkedHashMap<>();
              map.put("fromTokens", branch.fromTokens());
              map.put("toTokens", branch.toTokens());
              map.put("requests", branch.requests());
              map.put("place", branch.place());
              map.put("children", branches(branch.children()));
              return map;
            })
        .toList();
  }

  private static Map<String, Object> forecast(Forecast forecast) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("simulated", true);
    map.put("targets", forecast.targets());
    map.put("kvTokens", forecast.kvTokens());
    map.put("requests", forecast.requests());
    map.put("pace", forecast.pace());
    map.put("asIs", forecast.asIs().stream().map(AdviceJson::outcome).toList());
    map.put("mended", forecast.mended().stream().map(AdviceJson::outcome).toList());
    map.put("sweep", forecast.sweep().stream().map(AdviceJson::outcome).toList());
    map.put("enough", outcome(forecast.enough()));
    return map;
  }

  private static Map<String, Object> outcome(Outcome outcome) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("policy", outcome.policy());
    map.put("targets", outcome.targets());
    map.put("kvTokens", outcome.kvTokens());
    map.put("hitRate", JsonText.rounded(outcome.hitRate()));
    map.put("ttftP50Seconds", JsonText.rounded(outcome.ttftP50Seconds()));
    map.put("ttftP90Seconds", JsonText.rounded(outcome.ttftP90Seconds()));
    map.put("refused", JsonText.rounded(outcome.refused()));
    return map;
  }
}
