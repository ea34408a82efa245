package dev.warmpath.sim.warmpath;

import java.time.Duration;

/**
 * How a simulated table serves its routers.
 *
 * @param latency how old a read is when the request it was made for reaches its engine, and how
 *     long a background write takes; at least zero
 * @param lostWrites the share of background writes that do not get through, 0 to 1
 * @param unavailable the share of reads and claims that get no answer in time, 0 to 1
 */
public record TableConditions(Duration latency, double lostWrites, double unavailable) {
  /** A table that answers at once and always. */
  public static final TableConditions IDEAL = new TableConditions(Duration.ZERO, 0, 0);

  /** Rejects what cannot be. */
  public TableConditions {
    if (latency.isNegative()
        || !(lostWrites >= 0 && lostWrites <= 1)
        || !(unavailable >= 0 && unavailable <= 1)) {
      throw new IllegalArgumentException(
          "latency must be at least 0 and shares 0 to 1 but were %s, %s, %s"
              .formatted(latency, lostWrites, unavailable));
    }
  }
}
