package dev.warmpath.sim.workload;

import java.time.Duration;

/** What makes sessions begin. */
public sealed interface Pace {
  /**
   * They begin whether or not others have ended: Poisson arrivals.
   *
   * @param requestsPerSecond mean rate of requests, positive
   */
  record Rate(double requestsPerSecond) implements Pace {}

  /**
   * A fixed number of users, each with one session at a time.
   *
   * @param users how many, positive
   */
  record Users(int users) implements Pace {}

  /**
   * When a run stops to send: whatever comes first.
   *
   * @param requests after so many requests, positive
   * @param time after so much time, positive
   */
  record Limit(long requests, Duration time) {}
}
