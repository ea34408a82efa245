package dev.warmpath.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Fleet;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.RememberingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TierTest {
  private final List<Boolean> flushes = new ArrayList<>();
  private final BackgroundWork background = new BackgroundWork(Runnable::run);
  private final RememberingEngine engine = new RememberingEngine(1000, 1);
  private final Tier tier =
      Tier.of(
          Settings.of(
              Map.of(
                  "WARMPATH_TARGETS", "llama/a",
                  "WARMPATH_TABLE", "affinity",
                  "WARMPATH_HASH_SALT", "0123456789abcdef")),
          new Ports(
              new InMemoryAffinityTable(new FakeClock()),
              engine,
              FleetView.fixed(Fleet.EMPTY),
              new FlushedMetrics()),
          background);

  @Test
  void sendsMetricsAfterAnAnswer() {
    // when
    tier.afterAnswer("request");

    // then
    assertThat(flushes).containsExactly(false);
  }

  @Test
  void sendsMetricsThoughBackgroundWorkBroke() {
    // given
    background
        .of("request")
        .execute(
            () -> {
              throw new IllegalStateException("a defect");
            });

    // when
    tier.afterAnswer("request");
    tier.afterAnswer("request");

    // then
    assertThat(flushes).containsExactly(false, false);
  }

  private final class FlushedMetrics implements RouteMetrics {
    @Override
    public void record(RouteReport report) {}

    @Override
    public void count(Trouble trouble) {}

    @Override
    public void flush(boolean everything) {
      flushes.add(everything);
    }
  }
}
