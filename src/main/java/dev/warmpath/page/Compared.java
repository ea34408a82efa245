package dev.warmpath.page;

import java.util.Optional;

/** One request as it was served, and as the replay served it. Guarded by its comparison. */
final class Compared {
  private final long number;
  private final int promptTokens;
  private final long submittedNanos;
  private Optional<Served> measured = Optional.empty();
  private Optional<Served> replayed = Optional.empty();

  /**
   * What one engine made of it.
   *
   * @param cachedTokens prompt tokens that came out of the cache
   * @param waitedNanos from its submission to the first token
   */
  record Served(int cachedTokens, long waitedNanos) {}

  Compared(long number, int promptTokens, long submittedNanos) {
    this.number = number;
    this.promptTokens = promptTokens;
    this.submittedNanos = submittedNanos;
  }

  long number() {
    return number;
  }

  int promptTokens() {
    return promptTokens;
  }

  void measured(int cachedTokens, long nanos) {
    measured = Optional.of(new Served(cachedTokens, nanos - submittedNanos));
  }

  void replayed(int cachedTokens, long nanos) {
    replayed = Optional.of(new Served(cachedTokens, nanos - submittedNanos));
  }

  /** Whether both have given a first token. */
  boolean isComplete() {
    return measured.isPresent() && replayed.isPresent();
  }

  Served measured() {
    return measured.orElseThrow();
  }

  Served replayed() {
    return replayed.orElseThrow();
  }
}
