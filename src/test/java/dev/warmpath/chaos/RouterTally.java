package dev.warmpath.chaos;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.Trouble;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what routers had to do about faults. Safe for any number of threads. */
final class RouterTally implements RouteMetrics {
  private final AtomicLong failovers = new AtomicLong();
  private final AtomicLong degraded = new AtomicLong();
  private final AtomicLong lostWrites = new AtomicLong();

  @Override
  public void record(RouteReport report) {
    failovers.addAndGet(report.failovers());
    if (report.degradation().isPresent()) {
      degraded.incrementAndGet();
    }
  }

  @Override
  public void count(Trouble trouble) {
    if (trouble == Trouble.LOST_WRITE) {
      lostWrites.incrementAndGet();
    }
  }

  @Override
  public void flush(boolean everything) {}

  /** Calls of a second or third target. */
  long failovers() {
    return failovers.get();
  }

  /** Requests placed without the table. */
  long degraded() {
    return degraded.get();
  }

  /** Background writes that were not done, as far as the router knows. */
  long lostWrites() {
    return lostWrites.get();
  }
}
