package dev.warmpath.local;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;

/**
 * A request inside a local engine, the times of its stages in nanoseconds of the clock, and the
 * tokens it has generated; all but the completion is guarded by the variant's lock.
 */
final class PendingRequest {
  private final CompletableFuture<Completion> completion = new CompletableFuture<>();
  private final TokenizedPrompt prompt;
  private final long submitted;
  private final boolean streamed;
  private final Condition changed;
  private long admitted;
  private long firstToken;
  private int cachedTokens;
  private int generatedTokens;
  private long watchNumber;

  /**
   * Makes a request.
   *
   * @param streamed whether its tokens are wanted as they come
   * @param changed signalled with the first token, the end, and for a streamed one every token
   */
  PendingRequest(TokenizedPrompt prompt, long submitted, boolean streamed, Condition changed) {
    this.prompt = prompt;
    this.submitted = submitted;
    this.streamed = streamed;
    this.changed = changed;
  }

  TokenizedPrompt prompt() {
    return prompt;
  }

  long submitted() {
    return submitted;
  }

  /** Completed by the engine's thread. */
  CompletableFuture<Completion> completion() {
    return completion;
  }

  boolean isStreamed() {
    return streamed;
  }

  Condition changed() {
    return changed;
  }

  int generatedTokens() {
    return generatedTokens;
  }

  /** Takes note of the number by which a watch knows it. */
  void watchAs(long number) {
    watchNumber = number;
  }

  long watchNumber() {
    return watchNumber;
  }

  /** One token more. */
  void generate() {
    generatedTokens++;
    changed.signalAll();
  }

  void admit(long now) {
    admitted = now;
  }

  void firstToken(long now, int cached) {
    firstToken = now;
    cachedTokens = cached;
    generate();
  }

  void finish(long now) {
    completion.complete(
        new Completion.Answered(
            cachedTokens,
            Duration.ofNanos(admitted - submitted),
            Duration.ofNanos(firstToken - admitted),
            Duration.ofNanos(now - firstToken)));
    changed.signalAll();
  }

  void lose() {
    end(new Completion.Lost());
  }

  /** Ends it before its last token. */
  void end(Completion otherwise) {
    completion.complete(otherwise);
    changed.signalAll();
  }
}
