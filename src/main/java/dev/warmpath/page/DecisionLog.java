package dev.warmpath.page;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.RoutingDecision.Reason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Remembers the latest decisions and counts all of them. Writes guarded by this. */
public final class DecisionLog {
  /** How many are remembered. */
  static final int KEPT = 100;

  private final Deque<Decision> latest = new ArrayDeque<>();
  private final Map<Reason, Long> reasons = new EnumMap<>(Reason.class);
  private long total;

  /**
   * A decision in the log.
   *
   * @param number counts all decisions, from 1
   * @param report what was decided and what came of it
   */
  record Decision(long number, RouteReport report) {}

  /**
   * What the log holds.
   *
   * @param total how many decisions there have been
   * @param reasons how many for each reason; those without one count in the total only
   * @param routerTime the router's own time, the median of the latest; empty if there are none
   * @param latest the newest first
   */
  record View(
      long total,
      Map<Reason, Long> reasons,
      Optional<Duration> routerTime,
      List<Decision> latest) {}

  /** Metrics that tell this log of every request before they tell others. */
  public RouteMetrics inFrontOf(RouteMetrics next) {
    return new RouteMetrics() {
      @Override
      public void record(RouteReport report) {
        remember(report);
        next.record(report);
      }

      @Override
      public void count(Trouble trouble) {
        next.count(trouble);
      }

      @Override
      public void flush(boolean everything) {
        next.flush(everything);
      }
    };
  }

  private synchronized void remember(RouteReport report) {
    total++;
    report.reason().ifPresent(reason -> reasons.merge(reason, 1L, Long::sum));
    latest.addFirst(new Decision(total, report));
    if (latest.size() > KEPT) {
      latest.removeLast();
    }
  }

  /** What it holds now. */
  synchronized View view() {
    List<Duration> times = latest.stream().map(d -> d.report().routerTime()).sorted().toList();
    Optional<Duration> median =
        times.isEmpty() ? Optional.empty() : Optional.of(times.get((times.size() - 1) / 2));
    return new View(total, new EnumMap<>(reasons), median, new ArrayList<>(latest));
  }
}
