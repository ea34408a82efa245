package dev.warmpath.aws;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * A client that is made when it is first needed: each costs a cold start some 20 to 200 ms, and few
 * first requests need all of them. Safe for any number of threads.
 *
 * @param <T> the client's type
 */
final class Lazily<T extends SdkAutoCloseable> implements AutoCloseable {
  private final Supplier<T> maker;
  private @Nullable T made;
  private boolean closed;

  /**
   * Makes nothing yet.
   *
   * @param maker makes the client; asked again only if it throws
   */
  Lazily(Supplier<T> maker) {
    this.maker = maker;
  }

  /**
   * The client.
   *
   * @throws IllegalStateException if this is closed
   */
  synchronized T get() {
    if (closed) {
      throw new IllegalStateException("the client is closed");
    }
    if (made == null) {
      made = maker.get();
    }
    return made;
  }

  /** Closes the client if it was made; waits for one that is being made. */
  @Override
  public synchronized void close() {
    closed = true;
    if (made != null) {
      made.close();
    }
  }
}
