package dev.warmpath.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.bench.startup.StartupBenchmark.Case;
import dev.warmpath.bench.startup.StartupBenchmark.Classes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartupReportTest {
  private static final StartupSubject FLOOR = subject(StartupReport.FLOOR);
  private static final StartupSubject ROUTER = subject("warmpath");

  @Test
  void comparesWithTheEmptyHandlerOfTheSameShareOfTheMachine() {
    // given
    Map<Case, StartupSeries> series = new LinkedHashMap<>();
    series.put(new Case(FLOOR, Cpu.TWO_CORES, false), series(100, 50));
    series.put(new Case(FLOOR, Cpu.ofMegabytes(512), false), series(400, 100));
    series.put(new Case(ROUTER, Cpu.ofMegabytes(512), true), series(1000, 150));

    // when
    String text = report(series).markdown();

    // then
    assertThat(text)
        .contains("## 2 cores", "## 512 MB")
        .contains(
            "| warmpath | streamed | 900 | 1000 | 1001 | 1001 | 150 | 64 | 2.50 | 1.50 | 7 | 3 | 1 |")
        .contains("| as shipped | 2.0 | 1.0 |");
  }

  @Test
  void keepsEveryValueInJson() throws IOException {
    // given
    Map<Case, StartupSeries> series = Map.of(new Case(FLOOR, Cpu.ONE_CORE, false), series(100, 50));

    // when
    Map<String, Object> json = JSON.std.mapFrom(report(series).json());

    // then
    assertThat(json.get("starts"))
        .asString()
        .contains("empty handler", "1 core", "first_token=[100.0]", "cpu=[50.0]");
  }

  private static StartupReport report(Map<Case, StartupSeries> series) {
    return new StartupReport(
        "A machine.",
        1,
        series,
        Map.of(ROUTER, new Classes(7, 3)),
        Map.of("as shipped", new StartupReport.Size(2_000_000, 1_000_000)));
  }

  private static StartupSeries series(double token, double cpu) {
    return new StartupSeries(
        List.of(new StartupTimes(token - 100, token, token + 1, cpu, 64, true)));
  }

  private static StartupSubject subject(String name) {
    return new StartupSubject(name, List.of("java"), Map.of(), Path.of("."), false);
  }
}
