package dev.warmpath.router.port;

/** Something that went wrong without failing a request: each is a metric of its own. */
public enum Trouble {
  /** A background write to the table did not get through. */
  LOST_WRITE,
  /** A row of the table could not be understood and was left out. */
  UNREADABLE_ROW,
  /** SageMaker did not say which targets an endpoint has. */
  UNKNOWN_FLEET,
  /** SageMaker invoked another variant than the chosen one. */
  VARIANT_MISMATCH,
  /** Measurements were dropped since they could not be sent in time. */
  DROPPED_METRICS,
  /** Background work was still running when the process had to go on. */
  UNSETTLED_WORK,
  /** A prompt's early piece keeps it from sharing the prefix that others of its kind have. */
  VOLATILE_PREFIX
}
