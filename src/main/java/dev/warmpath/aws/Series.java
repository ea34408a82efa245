package dev.warmpath.aws;

import dev.warmpath.routing.Target;
import java.util.List;

/**
 * The dimensions of a metric.
 *
 * @param endpoint the endpoint
 * @param variant the target's label; empty for the whole endpoint
 */
record Series(String endpoint, String variant) {

  static Series ofEndpoint(String endpoint) {
    return new Series(endpoint, "");
  }

  /** CloudWatch sums nothing up over dimensions, so a request counts for both. */
  static List<Series> of(Target target) {
    return List.of(ofEndpoint(target.endpoint()), new Series(target.endpoint(), target.label()));
  }

  boolean isWholeEndpoint() {
    return variant.isEmpty();
  }
}
