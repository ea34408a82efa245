package dev.warmpath.local;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A request inside a local engine and the times of its stages, in nanoseconds of the clock. */
final class PendingRequest {
  private final CompletableFuture<Completion> completion = new CompletableFuture<>();
  private final int promptTokens;
  private final long submitted;
  private long admitted;
  private long firstToken;
  private int cachedTokens;

  PendingRequest(int promptTokens, long submitted) {
    this.promptTokens = promptTokens;
    this.submitted = submitted;
  }

  int promptTokens() {
    return promptTokens;
  }

  long submitted() {
    return submitted;
  }

  /** Completed by the engine's thread. */
  CompletableFuture<Completion> completion() {
    return completion;
  }

  void admit(long now) {
    admitted = now;
  }

  void firstToken(long now, int cached) {
    firstToken = now;
    cachedTokens = cached;
  }

  void finish(long now) {
    completion.complete(
        new Completion.Answered(
            cachedTokens,
            Duration.ofNanos(admitted - submitted),
            Duration.ofNanos(firstToken - admitted),
            Duration.ofNanos(now - firstToken)));
  }

  void lose() {
    completion.complete(new Completion.Lost());
  }
}
