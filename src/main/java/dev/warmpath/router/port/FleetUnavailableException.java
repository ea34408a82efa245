package dev.warmpath.router.port;

/** SageMaker did not say which targets an endpoint has. */
public final class FleetUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * Says why.
   *
   * @param message a sentence for the operator, naming the endpoint
   * @param cause what was thrown
   */
  public FleetUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Says why.
   *
   * @param message a sentence for the operator, naming the endpoint
   */
  public FleetUnavailableException(String message) {
    super(message);
  }
}
