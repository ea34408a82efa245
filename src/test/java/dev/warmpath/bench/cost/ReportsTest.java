package dev.warmpath.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.bench.cost.TableTraffic.HotRow;
import dev.warmpath.sim.workload.MadeUpWorkload;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static final TableTraffic TRAFFIC =
      new TableTraffic(
          IntStream.rangeClosed(1, 100)
              .mapToObj(i -> new RequestTraffic(1, 7.5, 2, 2, i <= 60 ? 3 : 5, 5, 100 + i, 10))
              .toList(),
          new HotRow(9, 2.5),
          new HotRow(40, 10),
          250,
          100);

  @Test
  void percentilesAreByNearestRank() {
    assertThat(TRAFFIC.at(0.5, RequestTraffic::decideMicros)).isEqualTo(150);
    assertThat(TRAFFIC.at(0.99, RequestTraffic::decideMicros)).isEqualTo(199);
    assertThat(TRAFFIC.at(1, RequestTraffic::decideMicros)).isEqualTo(200);
  }

  @Test
  void aRunsPartsAreItsRequestsInTheirOrder() {
    assertThat(TRAFFIC.part(4, 5).requests()).isEqualTo(TRAFFIC.requests().subList(80, 100));
  }

  @Test
  void theCostReportHasUnitsPriceMemoryAndTheShareOfAGpuHour() throws Exception {
    // given
    CostReport report =
        new CostReport("A machine.", 1, Map.of("chat", TRAFFIC), Map.of(32, 200_000_000L));

    // then
    assertThat(report.markdown())
        .contains("A machine.")
        .contains("| chat | 100 | 7.50 | 7.5 | 7.5 | 2.00 | 2.00 | 3.80 | 3 | 5 | 5.0 | 5.0 |")
        // 3,600 requests in the hour of one engine, at 95.41 USD a million.
        .contains("| chat | 3.50 | 3.38 | 83.53 | 5.00 | 95.41 |")
        .contains("| 0.87 % |")
        .contains("| 32 | 200 |");
    assertThat(JSON.std.mapFrom(report.json())).containsKeys("machine", "workloads");
  }

  @Test
  void theScaleReportHasARowForEachSizeAndAge() throws Exception {
    // given
    ScaleBenchmark.Step step =
        new ScaleBenchmark.Step(
            new ScaleBenchmark.Size(1, 8, 1, TrafficRunTest.simulated(MadeUpWorkload.CHAT, 1)),
            TRAFFIC);
    ScaleReport report = new ScaleReport("A machine.", List.of(step), step);

    // then
    assertThat(report.markdown())
        .contains(
            "| chat | 1 | 8 | 100 | 1 | 150 | 199 | 10 | 1.00 | 7.50 | 3.80 | 2.5 | 9 | 10.0 | 40 | 250 |")
        .contains("| 5 of 5 | 100 |");
    assertThat(JSON.std.mapFrom(report.json())).containsKeys("machine", "sizes", "ages");
  }
}
