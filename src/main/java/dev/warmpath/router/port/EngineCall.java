package dev.warmpath.router.port;

import dev.warmpath.routing.Target;
import java.time.Duration;

/**
 * One request to one target.
 *
 * @param target where
 * @param body the bytes to send; not copied, must not be changed
 * @param contentType their media type
 * @param timeout how long the whole call may take, positive
 * @param prefixAwareId what SageMaker's own prefix-aware routing inside the target shall keep
 *     together, 1 to 64 characters; empty for none
 * @param requestId the request's name, forwarded for tracing
 */
// Arrays are compared by nobody here; the record is a parameter list with names.
@SuppressWarnings("ArrayRecordComponent")
public record EngineCall(
    Target target,
    byte[] body,
    String contentType,
    Duration timeout,
    String prefixAwareId,
    String requestId) {

  /** Leaves the body out: it holds a prompt. */
  @Override
  public String toString() {
    return "EngineCall[" + target.id() + ", " + body.length + " bytes, " + requestId + "]";
  }
}
