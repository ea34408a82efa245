package dev.warmpath.router.port;

import dev.warmpath.routing.Target;
import java.util.List;

/** The authority on which targets an endpoint has: SageMaker's control plane, or a fixed list. */
public interface FleetSource {
  /**
   * Asks for an endpoint's targets in service; slow and throttled, so seldom called.
   *
   * @throws FleetUnavailableException if there is no answer, or the endpoint does not exist
   */
  List<Target> describe(String endpoint) throws FleetUnavailableException;
}
