package dev.warmpath.chaos;

import dev.warmpath.routing.TargetLoad;
import dev.warmpath.routing.TargetRow;
import java.time.Instant;
import java.util.List;

/**
 * What target rows say is under way, all together.
 *
 * @param prefillTokens queued uncached prompt tokens
 * @param sequences running requests
 * @param contextTokens tokens of running requests
 */
record Load(double prefillTokens, long sequences, long contextTokens) {
  /** Nothing. */
  static final Load NONE = new Load(0, 0, 0);

  /** So slow that no queue drains by being old: what is left is what was not taken off. */
  private static final double STANDSTILL = 1e-9;

  /** Reads the load off rows, by the router's own rule but without drain. */
  static Load of(List<TargetRow> rows, Instant now) {
    List<TargetLoad> loads = rows.stream().map(row -> TargetLoad.of(row, now, STANDSTILL)).toList();
    return new Load(
        Math.rint(loads.stream().mapToDouble(TargetLoad::queuedPrefillTokens).sum()),
        loads.stream().mapToLong(TargetLoad::sequences).sum(),
        loads.stream().mapToLong(TargetLoad::contextTokens).sum());
  }
}
