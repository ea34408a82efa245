package dev.warmpath.router.port;

/**
 * An answer that arrives in pieces; used by one thread at a time.
 *
 * <p>Closing it before its end aborts the model's work as far as SageMaker lets one.
 */
public interface EngineStream extends AutoCloseable {
  /** The answer's media type. */
  String contentType();

  /** The variant that SageMaker says it invoked; empty if it does not say. */
  String invokedVariant();

  /** Waits for the next piece, until the call's timeout at the latest; never throws. */
  EnginePart next();

  @Override
  void close();
}
