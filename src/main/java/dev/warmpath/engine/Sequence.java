package dev.warmpath.engine;

/** An admitted request: what is computed of it and the memory it holds. */
final class Sequence {
  private final EngineRequest request;
  private final KvLease lease;
  private final int cachedTokens;
  private int computedTokens;
  private int chunkTokens;
  private long firstStep;

  Sequence(EngineRequest request, KvLease lease, int cachedTokens) {
    this.request = request;
    this.lease = lease;
    this.cachedTokens = cachedTokens;
    this.computedTokens = cachedTokens;
  }

  EngineRequest request() {
    return request;
  }

  KvLease lease() {
    return lease;
  }

  int cachedTokens() {
    return cachedTokens;
  }

  int computedTokens() {
    return computedTokens;
  }

  /** The prompt tokens that the present iteration computes. */
  int chunkTokens() {
    return chunkTokens;
  }

  boolean isPrefilled() {
    return computedTokens == request.promptTokens();
  }

  void planChunk(int budget) {
    chunkTokens = Math.min(budget, request.promptTokens() - computedTokens);
  }

  void completeChunk() {
    computedTokens += chunkTokens;
    chunkTokens = 0;
  }

  /** From now on it generates one token a step. */
  void startDecoding(long step) {
    firstStep = step;
  }

  /** The step that generates the last token. */
  long lastStep() {
    return firstStep + request.outputTokens() - 1;
  }

  /** Prompt and generated tokens after a step. */
  long contextTokens(long step) {
    return request.promptTokens() + 1 + step - firstStep;
  }
}
