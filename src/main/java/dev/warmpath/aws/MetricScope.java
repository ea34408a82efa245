package dev.warmpath.aws;

/**
 * Where metrics are published.
 *
 * @param namespace CloudWatch's namespace
 * @param endpoint the endpoint to which everything belongs that is about no target: the first of
 *     those configured
 */
public record MetricScope(String namespace, String endpoint) {
  /** Rejects empty names, which CloudWatch would reject with every datum. */
  public MetricScope {
    if (namespace.isBlank() || endpoint.isBlank()) {
      throw new IllegalArgumentException(
          "metrics need a namespace and an endpoint but have '"
              + namespace
              + "' and '"
              + endpoint
              + "'");
    }
  }
}
