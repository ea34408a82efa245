package dev.warmpath.testing;

import dev.warmpath.router.RouterClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is told to move. Safe for any number of threads. */
public final class FakeClock implements InstantSource {
  /** Where every clock starts unless told otherwise. */
  public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final AtomicReference<Instant> now;

  /** A clock that shows {@link #START}. */
  public FakeClock() {
    this(START);
  }

  /** A clock that shows the given time. */
  public FakeClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  /** Moves the clock, backwards too. */
  public void advance(Duration step) {
    now.updateAndGet(t -> t.plus(step));
  }

  /** Sets the clock. */
  public void set(Instant time) {
    now.set(time);
  }

  /** The router's two clocks, both driven by this one. */
  public RouterClock asRouterClock() {
    return new RouterClock(this, () -> Duration.between(START, now.get()).toNanos());
  }
}
