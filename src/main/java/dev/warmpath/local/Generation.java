package dev.warmpath.local;

import java.util.Optional;

/** A prompt inside a local engine whose tokens are taken as they come; used by one thread. */
public final class Generation implements AutoCloseable {
  private final LocalVariant variant;
  private final long id;
  private final PendingRequest request;
  private final long deadline;
  private int taken;

  Generation(LocalVariant variant, long id, PendingRequest request, long deadline) {
    this.variant = variant;
    this.id = id;
    this.request = request;
    this.deadline = deadline;
  }

  /**
   * Waits for tokens that have not been taken yet.
   *
   * @return how many there are; 0 once it has ended and all are taken
   */
  public int next() {
    int tokens = variant.awaitTokens(id, request, taken, deadline);
    taken += tokens;
    return tokens;
  }

  /** Waits for its end. */
  Completion await() {
    // The first token wakes everyone who waits; what a stream gets token by token comes at the end.
    int tokens = next();
    while (tokens > 0) {
      tokens = next();
    }
    return request.completion().join();
  }

  /** How it ended; empty while the engine works on it. */
  public Optional<Completion> completion() {
    return request.completion().isDone()
        ? Optional.of(request.completion().join())
        : Optional.empty();
  }

  /** Takes what is not finished out of the engine. */
  @Override
  public void close() {
    if (!request.completion().isDone()) {
      variant.giveUp(id, request, new Completion.Lost());
    }
  }
}
