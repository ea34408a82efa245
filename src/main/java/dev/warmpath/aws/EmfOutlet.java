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
 * Metrics as log lines in CloudWatch's embedded metric format, which CloudWatch Logs turns into
 * metrics by itself: no call, no permission beyond the log, the price of a log.
 *
 * <p>The same metrics, gathered and due as with {@link CloudWatchRouteMetrics}. The lines must
 * reach the log as they are. Safe for any number of threads.
 */
public final class EmfRouteMetrics implements RouteMetrics {
  private final MetricScope scope;
  private final Supplier<TableUnits> units;
  private final InstantSource clock;
  private final PrintStream out;
  private final MetricBuffer buffer;

  /**
   * Makes an empty collection.
   *
   * @param scope where to publish
   * @param units what the table has consumed so far
   * @param clock time
   * @param out the log, usually standard output
   */
  public EmfRouteMetrics(
      MetricScope scope, Supplier<TableUnits> units, InstantSource clock, PrintStream out) {
    this.scope = scope;
    this.units = units;
    this.clock = clock;
    this.out = out;
    this.buffer = new MetricBuffer(scope.endpoint(), MetricBuffer.MAX_VALUES);
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
      EmfDocument.of(scope.namespace(), buffer.take(now)).forEach(d -> out.println(d.json()));
      out.flush();
    }
  }
}
