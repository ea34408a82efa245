package dev.warmpath.router.port;

/** The caller has left: what he asked for may be dropped. */
public final class ClientGoneException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * Says how it showed.
   *
   * @param cause what a write threw
   */
  public ClientGoneException(Throwable cause) {
    super("the caller has left", cause);
  }
}
