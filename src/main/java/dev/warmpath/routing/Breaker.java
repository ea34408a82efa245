package dev.warmpath.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a target may be called, as far as the faults of all routers' calls tell.
 *
 * <p>It opens by itself when the row holds many faults in a row, is half open when its time is
 * over, and closes with the first answer. Half open, one router at a time may try the target.
 */
public enum Breaker {
  /** The target serves. */
  CLOSED,
  /** The target failed lately, too often to be called. */
  OPEN,
  /** The target failed a while ago: the next call decides. */
  HALF_OPEN;

  /** How many faults in a row open the breaker. */
  public static final long FAULTS = 3;

  /** How long the breaker stays open after the last fault. */
  public static final Duration OPEN_TIME = Duration.ofSeconds(30);

  /** How long a probe keeps others away: a router that dies with it costs no longer. */
  public static final Duration PROBE_TIME = Duration.ofSeconds(30);

  /** The state of a target's breaker. */
  public static Breaker of(TargetRow row, Instant now) {
    if (row.health().faults() < FAULTS) {
      return CLOSED;
    }
    return Health.isUnder(row.health().openUntil(), now, OPEN_TIME) ? OPEN : HALF_OPEN;
  }

  /** Whether a target is half open and nobody tries it now. */
  public static boolean isProbeDue(TargetRow row, Instant now) {
    return of(row, now) == HALF_OPEN && !Health.isUnder(row.health().probeUntil(), now, PROBE_TIME);
  }

  /**
   * A context in which no target is left to try: the one that this request may try counts as one
   * that serves, all others that are half open as being tried by somebody else.
   *
   * @param mayTry the target whose probe was won; empty if it was not
   */
  public static RoutingContext settled(RoutingContext context, Optional<TargetId> mayTry) {
    TableView view = context.view();
    for (Target target : context.fleet().targets()) {
      TargetRow row = context.view().target(target.id());
      if (mayTry.equals(Optional.of(target.id()))) {
        view = view.with(row.with(Health.GOOD));
      } else if (isProbeDue(row, context.now())) {
        Instant until = context.now().plus(PROBE_TIME);
        view = view.with(row.with(row.health().probedUntil(until)));
      }
    }
    return context.with(view);
  }
}
