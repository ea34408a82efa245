package dev.warmpath.local;

/** A request body that a model server refuses; the message is a sentence for the caller. */
public final class RefusedBodyException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Makes a refusal whose message quotes no prompt text. */
  RefusedBodyException(String message) {
    super(message);
  }
}
