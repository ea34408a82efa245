package dev.warmpath.aws;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. */
final class FakeClock implements InstantSource {
  private final AtomicReference<Instant> now;

  FakeClock(Instant start) {
    now = new AtomicReference<>(start);
  }

  void advance(Duration by) {
    now.updateAndGet(t -> t.plus(by));
  }

  @Override
  public Instant instant() {
    return now.get();
  }
}
