package dev.warmpath.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.page.DecisionLog.Decision;
import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.testing.RecordingMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
  private final DecisionLog log = new DecisionLog();
  private final RecordingMetrics published = new RecordingMetrics();
  private final RouteMetrics metrics = log.inFrontOf(published);

  @Test
  void keepsTheLatestAndCountsAll() {
    // given
    int many = DecisionLog.KEPT + 5;

    // when
    for (int i = 1; i <= many; i++) {
      metrics.record(report(i <= 3 ? Optional.of(Reason.NEW) : Optional.of(Reason.WARM), i));
    }
    DecisionLog.View view = log.view();

    // then
    assertThat(view.total()).isEqualTo(many);
    assertThat(view.reasons()).isEqualTo(Map.of(Reason.NEW, 3L, Reason.WARM, many - 3L));
    assertThat(view.latest()).hasSize(DecisionLog.KEPT);
    assertThat(view.latest()).extracting(Decision::number).startsWith((long) many).endsWith(6L);
  }

  @Test
  void tellsTheMedianOfTheRoutersTime() {
    // when
    List.of(5, 1, 9).forEach(millis -> metrics.record(report(Optional.of(Reason.LOAD), millis)));

    // then
    assertThat(log.view().routerTime()).contains(Duration.ofMillis(5));
  }

  @Test
  void countsARequestWithoutATarget() {
    // when
    metrics.record(report(Optional.empty(), 1));

    // then
    assertThat(log.view().total()).isOne();
    assertThat(log.view().reasons()).isEmpty();
  }

  @Test
  void passesEverythingOn() {
    // when
    metrics.record(report(Optional.of(Reason.WARM), 1));
    metrics.count(Trouble.LOST_WRITE);

    // then
    assertThat(published.reports()).hasSize(1);
    assertThat(published.troubles()).containsExactly(Trouble.LOST_WRITE);
  }

  private static RouteReport report(Optional<Reason> reason, int routerMillis) {
    return new RouteReport(
        "request",
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty(),
        reason,
        new Tokens(1_000, 0, 0, true, true),
        Usage.UNKNOWN,
        Duration.ofMillis(routerMillis),
        Duration.ZERO,
        Optional.empty(),
        0,
        Optional.empty(),
        ClaimState.NONE,
        Optional.empty(),
        List.of());
  }
}
