package dev.warmpath.advise;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.sim.workload.RecordedRequest;
import dev.warmpath.sim.workload.TextPrompts;
import dev.warmpath.sim.workload.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The first requests of a file, as they are and mended, for simulated fleets. */
final class Rehearsal {
  private static final String NAME = "prompts";

  /** Each culprit beyond them is mended with the others only. */
  private static final int MOST_CULPRITS = 4;

  private final Fleet fleet;
  private final Runnable progress;
  private final TextPrompts asIs = new TextPrompts();
  private final TextPrompts mended = new TextPrompts();
  private final List<TextPrompts> alone = new ArrayList<>();

  Rehearsal(Fleet fleet, Runnable progress) {
    this.fleet = fleet;
    this.progress = progress;
  }

  boolean wantsMore() {
    return asIs.size() < Advisor.SIMULATED_REQUESTS;
  }

  /**
   * Adds a request.
   *
   * @param edits what mends the culprits; the same for each request
   */
  void add(RecordedRequest request, List<Edit> edits) {
    asIs.add(request);
    if (edits.isEmpty()) {
      return;
    }
    mended.add(edited(request, edits));
    for (int i = 0; i < Math.min(MOST_CULPRITS, edits.size()); i++) {
      if (i == alone.size()) {
        alone.add(new TextPrompts());
      }
      alone.get(i).add(edited(request, List.of(edits.get(i))));
    }
  }

  /** The culprits with what the fleet would hit if only each were mended. */
  List<Culprit> rated(List<Culprit> culprits) {
    Forecaster forecaster = new Forecaster(fleet, progress);
    List<Culprit> rated = new ArrayList<>();
    for (int i = 0; i < culprits.size(); i++) {
      Culprit culprit = culprits.get(i);
      rated.add(
          i >= alone.size()
              ? culprit
              : new Culprit(
                  culprit.kind(),
                  culprit.place(),
                  culprit.prompts(),
                  culprit.lostTokens(),
                  culprit.hitRate(),
                  culprit.cost(),
                  Optional.of(forecaster.warmpath(alone.get(i).trace(NAME)).hitRate()),
                  culprit.excerpt()));
    }
    return rated;
  }

  /** All forecasts; other fleets get the mended prompts. */
  Forecast forecast() {
    return forecast(
        fleet,
        asIs.trace(NAME),
        mended.size() == 0 ? Optional.empty() : Optional.of(mended.trace(NAME)),
        progress);
  }

  /** Forecasts of a trace as it is. */
  static Forecast forecast(Fleet fleet, Trace trace, Runnable progress) {
    return forecast(fleet, trace, Optional.empty(), progress);
  }

  private static Forecast forecast(
      Fleet fleet, Trace trace, Optional<Trace> mended, Runnable progress) {
    Forecaster forecaster = new Forecaster(fleet, progress);
    return new Forecast(
        fleet.targets(),
        fleet.kvTokens(),
        trace.requests().size(),
        fleet.pace(trace),
        forecaster.policies(trace),
        mended.map(forecaster::policies).orElse(List.of()),
        forecaster.sweep(mended.orElse(trace)));
  }

  private static RecordedRequest edited(RecordedRequest request, List<Edit> edits) {
    Prompt prompt = request.prompt();
    if (!CanonicalText.isText(prompt)) {
      return request;
    }
    byte[] text = CanonicalText.of(prompt);
    for (Edit edit : edits) {
      text = edit.apply(text);
    }
    Prompt changed =
        new Prompt(prompt.scope(), CanonicalText.segments(text), prompt.placementHint());
    return new RecordedRequest(
        request.line(), changed, request.session(), request.outputTokens(), request.stampMillis());
  }
}
