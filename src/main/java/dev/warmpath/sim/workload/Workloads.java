package dev.warmpath.sim.workload;

import java.time.Duration;

/** Recorded traces as workloads. */
public final class Workloads {
  /** Users start no sessions at a rate, so nothing is divided by a session's requests. */
  private static final double NO_RATE = 1;

  private Workloads() {}

  /**
   * A trace replayed at the times of its stamps, sped up or slowed down.
   *
   * @param requestsPerSecond mean rate of the requests after the warm-up, positive
   * @throws IllegalArgumentException if the trace does not tell times
   */
  public static Workload atRate(Trace trace, double requestsPerSecond) {
    requireTimes(trace);
    return TimedTrace.atRate(trace, requestsPerSecond);
  }

  /**
   * A trace replayed as it was recorded.
   *
   * @throws IllegalArgumentException if the trace does not tell times
   */
  public static Workload asRecorded(Trace trace) {
    requireTimes(trace);
    return TimedTrace.asRecorded(trace);
  }

  /**
   * The rate of the requests after the warm-up, as recorded.
   *
   * @throws IllegalArgumentException if the trace does not tell times
   */
  public static double recordedRate(Trace trace) {
    requireTimes(trace);
    return TimedTrace.countedPerSecond(trace.stampMillis());
  }

  /** A trace's sessions played by a number of users, each call after the answer before it. */
  public static Workload byUsers(Trace trace, int users) {
    return new SessionWorkload(
        trace.name(),
        trace.blockTokens(),
        draws -> new RecordedSessions(trace),
        trace::chain,
        NO_RATE,
        new Pace.Users(users),
        new Pace.Limit(trace.requests().size(), Duration.ofDays(365)));
  }

  private static void requireTimes(Trace trace) {
    if (!trace.isTimed()) {
      throw new IllegalArgumentException(
          trace.name() + " does not tell when requests arrived: give --users instead of a rate");
    }
  }
}
