package dev.warmpath.aws;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How long one kind of call may take: longer until its first answer, but only once.
 *
 * <p>The larger budget runs from the first call, not from each: a store that is down from the start
 * costs an environment one large budget, not one for each request. Safe for any number of threads.
 */
final class ColdStart {
  private static final long NEVER = Long.MIN_VALUE;

  private final Duration first;
  private final Duration later;
  private final LongSupplier nanos;
  private final AtomicLong firstCall = new AtomicLong(NEVER);
  private volatile boolean answered;

  ColdStart(Duration first, Duration later, LongSupplier nanos) {
    this.first = first;
    this.later = later;
    this.nanos = nanos;
  }

  /**
   * What a call may take.
   *
   * @param budget how long
   * @param cold whether that is more than usual
   */
  record Allowance(Duration budget, boolean cold) {}

  /** What a call that begins now may take. */
  Allowance begin() {
    if (answered) {
      return new Allowance(later, false);
    }
    long now = nanos.getAsLong();
    firstCall.compareAndSet(NEVER, now);
    Duration left = first.minusNanos(now - firstCall.get());
    return left.compareTo(later) > 0 ? new Allowance(left, true) : new Allowance(later, false);
  }

  /** Takes note of an answer. */
  void answered() {
    answered = true;
  }
}
