package dev.warmpath.router;

/**
 * How many requests may be sent to a second target: a tenth of all, so that a fleet in trouble is
 * not given its load twice.
 *
 * <p>A bucket that each request fills by a tenth and each failover empties by one. Writes guarded
 * by this.
 */
final class FailoverBudget {
  private static final double SHARE = 0.1;

  /** What a router may spend before it has seen traffic, and after a quiet time. */
  private static final double MOST = 10;

  private double left = MOST;

  /** Takes note of a request. */
  synchronized void earn() {
    left = Math.min(MOST, left + SHARE);
  }

  /** Takes the right to one failover, if there is one. */
  synchronized boolean take() {
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
