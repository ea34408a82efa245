package dev.warmpath.router.port;

import java.time.Duration;
import java.util.Optional;

/** What came of a request to an engine. */
public sealed interface EngineOutcome {
  /**
   * The model answered.
   *
   * @param body the answer as sent by the model's container; not copied
   * @param contentType its media type
   * @param invokedVariant the variant that SageMaker says it invoked; empty if it does not say
   */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  record Answered(byte[] body, String contentType, String invokedVariant) implements EngineOutcome {
    /** Leaves the body out: it holds a completion. */
    @Override
    public String toString() {
      return "Answered[" + body.length + " bytes]";
    }
  }

  /**
   * The model did not answer.
   *
   * @param kind whose fault it is
   * @param status the HTTP status that the model's container or SageMaker gave; 0 if none
   * @param message a sentence for the caller, without prompt text; for {@link Kind#CALLER} what the
   *     model said
   * @param retryAfter after how long SageMaker says to try again; empty if it does not say. What
   *     the model's container says of it, SageMaker keeps for itself
   */
  record Failed(Kind kind, int status, String message, Optional<Duration> retryAfter)
      implements EngineOutcome {
    /** A failure that does not say when to try again. */
    public Failed(Kind kind, int status, String message) {
      this(kind, status, message, Optional.empty());
    }

    /** Leaves the message out: the model may have quoted the prompt. */
    @Override
    public String toString() {
      return "Failed[" + kind + ", " + status + "]";
    }
  }

  /** Whose fault a failure is: what may be done about it depends on this alone. */
  enum Kind {
    /** The engine or SageMaker is busy: another target may serve, and nothing is broken. */
    BACKPRESSURE,
    /** The engine or the connection broke. */
    FAULT,
    /** No answer within the call's timeout. */
    TIMEOUT,
    /** The model refuses this request and would refuse it anywhere. */
    CALLER,
    /** Endpoint, variant or permission is wrong: an operator must act. */
    MISCONFIGURED
  }
}
