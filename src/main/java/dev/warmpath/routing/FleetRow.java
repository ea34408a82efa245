package dev.warmpath.routing;

import java.time.Instant;
import java.util.List;

/**
 * What the table knows of one endpoint's targets, so that one router's look serves all.
 *
 * @param endpoint the endpoint
 * @param targets its targets in service
 * @param describedAt when SageMaker was last asked
 * @param leaseUntil until when somebody else is asking again
 */
public record FleetRow(
    String endpoint, List<Target> targets, Instant describedAt, Instant leaseUntil) {
  /** Copies the targets. */
  public FleetRow {
    targets = List.copyOf(targets);
  }
}
