package dev.warmpath.aws;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import java.io.PrintStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * Metrics that are gathered in the process and sent when nobody waits.
 *
 * <p>They are sent ten seconds after the oldest was taken, and at once the first time. A process
 * that is killed loses what it has gathered since. No lock is held while they are sent. Safe for
 * any number of threads.
 */
public final class BufferedRouteMetrics implements RouteMetrics, AutoCloseable {
  private final MetricBuffer buffer;
  private final Supplier<TableUnits> units;
  private final InstantSource clock;
  private final MetricOutlet outlet;

  /**
   * Makes an empty collection.
   *
   * @param buffer holds what waits
   * @param units what the table has consumed so far
   * @param clock time
   * @param outlet closed with the metrics
   */
  BufferedRouteMetrics(
      MetricBuffer buffer, Supplier<TableUnits> units, InstantSource clock, MetricOutlet outlet) {
    this.buffer = buffer;
    this.units = units;
    this.clock = clock;
    this.outlet = outlet;
  }

  /**
   * Metrics as log lines in CloudWatch's embedded metric format, which CloudWatch Logs turns into
   * metrics by itself: no call, no permission beyond the log, the price of a log.
   *
   * @param scope where to publish
   * @param units what the table has consumed so far
   * @param clock time
   * @param out the log, usually standard output; the lines must reach it as they are
   */
  public static BufferedRouteMetrics inLog(
      MetricScope scope, Supplier<TableUnits> units, InstantSource clock, PrintStream out) {
    return new BufferedRouteMetrics(
        new MetricBuffer(scope.endpoint(), MetricBuffer.MAX_VALUES),
        units,
        clock,
        new EmfOutlet(scope.namespace(), out));
  }

  @Override
  public void record(RouteReport report) {
    buffer.record(report, clock.instant());
  }

  @Override
  public void count(Trouble trouble) {
    buffer.count(trouble, clock.instant());
  }

  @Override
  public void flush(boolean everything) {
    Instant now = clock.instant();
    if (everything || buffer.isDue(now)) {
      buffer.addUnits(units.get(), now);
      MetricOutlet.Unsent unsent = outlet.send(buffer.take(now));
      buffer.countDropped(unsent.refused());
      if (!unsent.waiting().isEmpty()) {
        buffer.restore(unsent.waiting(), clock.instant());
      }
    }
  }

  /** Makes what the first flush would have to make. */
  public void prepare() {
    outlet.prepare();
  }

  /** Closes the outlet; sends nothing more. */
  @Override
  public void close() {
    outlet.close();
  }
}
