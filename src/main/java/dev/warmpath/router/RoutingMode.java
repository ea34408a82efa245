package dev.warmpath.router;

/** Who places requests. */
public enum RoutingMode {
  /** The router does. */
  ROUTE,
  /** SageMaker does; the router decides and measures what its decisions would have found. */
  SHADOW
}
