package dev.warmpath.routing;

import java.util.Optional;

/** Whether an owner still counts as one, and if not, why. */
public enum Standing {
  /** It is believed to hold what its entry says, and may be chosen. */
  LIVE,
  /** It drains, fails or is not in service. */
  NOT_SERVING,
  /** Its cache began anew since. */
  RESTARTED,
  /** Its entry was not used for too long. */
  EXPIRED,
  /** Its cache has taken in more since than it holds. */
  EVICTED;

  /**
   * The standing of an owner.
   *
   * @param row where it stands
   * @param context its fleet holds the targets that may be chosen
   */
  static Standing of(Owner owner, PrefixRow row, RoutingContext context) {
    Optional<Target> target = context.fleet().find(owner.target());
    if (target.isEmpty()) {
      return NOT_SERVING;
    }
    if (owner.generation() != context.view().target(owner.target()).generation()) {
      return RESTARTED;
    }
    if (!Holdings.isValid(owner, row, context)) {
      return EXPIRED;
    }
    return Holdings.isLive(owner, row, context) ? LIVE : EVICTED;
  }
}
