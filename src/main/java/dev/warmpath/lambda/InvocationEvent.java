package dev.warmpath.lambda;

import java.time.Instant;

/**
 * One invocation, as Lambda hands it to a runtime.
 *
 * @param requestId Lambda's name for it
 * @param deadline when Lambda ends it
 * @param traceId the X-Ray trace header; empty if there is none
 * @param payload the event's JSON; not copied, not to be changed
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record InvocationEvent(String requestId, Instant deadline, String traceId, byte[] payload) {
  /** Leaves the payload out: it holds keys and prompts. */
  @Override
  public String toString() {
    return "InvocationEvent[" + requestId + ", " + payload.length + " bytes]";
  }
}
