package dev.warmpath.chaos;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The system's clock, ahead by what a scenario has skipped: minutes in which nothing happens need
 * not be waited for. Safe for any number of threads.
 */
final class SteppedClock implements InstantSource {
  private final AtomicReference<Duration> skipped = new AtomicReference<>(Duration.ZERO);

  @Override
  public Instant instant() {
    return InstantSource.system().instant().plus(skipped.get());
  }

  /** Goes ahead at once; not while a request is under way, whose deadline would pass. */
  void skip(Duration time) {
    skipped.updateAndGet(before -> before.plus(time));
  }
}
