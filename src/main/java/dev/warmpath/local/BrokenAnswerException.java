package dev.warmpath.local;

import java.io.IOException;

/** Says that an answer breaks off after its head, and how its client is told. */
public final class BrokenAnswerException extends IOException {
  /** How an answer breaks off. */
  public enum Break {
    /** The container closed its connection: ModelStreamError with the code StreamBroken. */
    MODEL_BROKEN,
    /** The container took too long: ModelStreamError with the code ModelInvocationTimeExceeded. */
    MODEL_LATE,
    /** SageMaker itself failed: InternalStreamFailure. */
    INTERNAL_FAILURE,
    /** The connection to the client is cut without a word. */
    CONNECTION_CUT
  }

  private static final long serialVersionUID = 1L;

  private final Break how;

  /** An answer that breaks off in the given way. */
  public BrokenAnswerException(Break how) {
    super("the answer breaks off: " + how);
    this.how = how;
  }

  /** How the client is told. */
  public Break how() {
    return how;
  }
}
