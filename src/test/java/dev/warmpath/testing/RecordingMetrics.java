package dev.warmpath.testing;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.Trouble;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps every measurement. Safe for any number of threads. */
public final class RecordingMetrics implements RouteMetrics {
  private final List<RouteReport> reports = new CopyOnWriteArrayList<>();
  private final List<Trouble> troubles = new CopyOnWriteArrayList<>();

  @Override
  public void record(RouteReport report) {
    reports.add(report);
  }

  @Override
  public void count(Trouble trouble) {
    troubles.add(trouble);
  }

  @Override
  public void flush(boolean everything) {}

  /** The reports so far, oldest first. */
  public List<RouteReport> reports() {
    return List.copyOf(reports);
  }

  /** The troubles so far, oldest first. */
  public List<Trouble> troubles() {
    return List.copyOf(troubles);
  }
}
