package dev.warmpath.sim;

/**
 * The requests of one run in the order of their arrival; made as the run asks for them.
 *
 * <p>Confined to one thread. Times are nanoseconds since the run began.
 */
public interface Traffic {
  /** What {@link #nextNanos} answers when nothing will arrive unless something finishes first. */
  long NEVER = Long.MAX_VALUE;

  /** When the next request arrives, or {@link #NEVER}; never before one that was taken already. */
  long nextNanos();

  /** Takes the next request, of which there must be one. */
  SimRequest next();

  /** Hears that a request got its last token, was shed or was refused. */
  default void finished(SimRequest request, long nowNanos) {}

  /** Whether a request that arrives now is not to be counted; once false, false for good. */
  boolean isWarmUp(SimRequest request, long nowNanos);
}
