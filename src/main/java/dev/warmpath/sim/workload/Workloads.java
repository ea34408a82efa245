package dev.warmpath.sim.workload;

/** Workloads by what they are made of. */
public final class Workloads {
  private Workloads() {}

  /**
   * A trace replayed at the times of its stamps, sped up or slowed down.
   *
   * @param requestsPerSecond mean rate of the requests after the warm-up, positive
   */
  public static Workload timed(Trace trace, double requestsPerSecond) {
    return TimedTrace.atRate(trace, requestsPerSecond);
  }

  /** A trace replayed as it was recorded. */
  public static Workload asRecorded(Trace trace) {
    return TimedTrace.asRecorded(trace);
  }
}
