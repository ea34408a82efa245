package dev.warmpath.router.port;

/** Why the table gave no answer. */
public enum Degradation {
  /** The environment's first call took longer than even its larger budget. */
  COLD,
  /** DynamoDB refused for the rate of calls. */
  THROTTLED,
  /** The time budget ran out. */
  TIMEOUT,
  /** The table does not exist or the function may not read it: an operator must act. */
  DENIED,
  /** Anything else that DynamoDB or the network answered. */
  FAILED
}
