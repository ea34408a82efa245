package dev.warmpath.bench;

import java.util.concurrent.CompletableFuture;

/**
 * One request on its way through the runtime under test; times as {@link System#nanoTime}.
 *
 * @param id Lambda's name for it
 * @param event the event of API Gateway
 * @param handedOver when a loop of the runtime began to get it
 * @param firstToken when the first token came
 * @param tokens how many tokens there were, once the answer has ended
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record BenchInvocation(
    String id,
    byte[] event,
    CompletableFuture<Long> handedOver,
    CompletableFuture<Long> firstToken,
    CompletableFuture<Long> tokens) {
  BenchInvocation(String id, byte[] event) {
    this(
        id, event, new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());
  }

  /** The answer has ended. */
  void end(long count) {
    if (count == 0) {
      fail("the answer has no token");
    }
    tokens.complete(count);
  }

  /** The answer cannot be had. */
  void fail(String why) {
    IllegalStateException failure = new IllegalStateException(why);
    handedOver.completeExceptionally(failure);
    firstToken.completeExceptionally(failure);
    tokens.completeExceptionally(failure);
  }
}
