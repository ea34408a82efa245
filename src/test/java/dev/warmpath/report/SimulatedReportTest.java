package dev.warmpath.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.report.PolicyResult.Percentiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedReportTest {
  private static final SimulatedResult RESULT =
      new SimulatedResult(
          new PolicyResult(
              "warmpath", 900, 2, 0.26, 0.39, new Percentiles(0.8, 4.25, 17), 1.04, 4.05, 0),
          4.05,
          3,
          Map.of("ttftP90Seconds", new Spread(4.25, 4, 4.5)),
          Map.of("ttftP90Ratio", new Spread(0.4, 0.3, 0.5)));

  @TempDir private Path folder = Path.of("");

  @Test
  void aSpreadIsMedianAndEnds() {
    assertThat(Spread.of(DoubleStream.of(3, 1, 2))).isEqualTo(new Spread(2, 1, 3));
    assertThat(Spread.of(DoubleStream.of(4, 1, 2, 3))).isEqualTo(new Spread(2.5, 1, 4));
    assertThatThrownBy(() -> Spread.of(DoubleStream.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void simulatedResultsHaveTheFieldsOfMeasuredOnesAndMore() throws IOException {
    // given
    Path file = folder.resolve("out.json");

    // when
    ResultFile.writeSimulated(file, "simulate", Map.of("seeds", 3), List.of(RESULT));

    // then
    Map<String, Object> read = JSON.std.mapFrom(Files.readString(file));
    List<?> policies = (List<?>) Optional.ofNullable(read.get("policies")).orElseThrow();
    Map<?, ?> policy = (Map<?, ?>) policies.getFirst();
    assertThat(policy.get("name")).isEqualTo("warmpath");
    assertThat(policy.get("hitRate")).isEqualTo(0.26);
    assertThat(policy.get("ttftSeconds")).isEqualTo(Map.of("p50", 0.8, "p90", 4.25, "p99", 17.0));
    assertThat(policy.get("load")).isEqualTo(4.05);
    assertThat(policy.get("spreads"))
        .isEqualTo(Map.of("ttftP90Seconds", Map.of("median", 4.25, "least", 4.0, "most", 4.5)));
    assertThat(policy.get("againstBaseline"))
        .isEqualTo(Map.of("ttftP90Ratio", Map.of("median", 0.4, "least", 0.3, "most", 0.5)));
  }

  @Test
  void theTableNamesSpreadsAndLeavesOutWhatIsNotKnown() {
    assertThat(SimulatedTable.of(List.of(RESULT)).lines())
        .satisfiesExactly(
            heads -> assertThat(heads).startsWith("policy").contains("p90 over seeds"),
            row -> assertThat(row).contains("warmpath", "0.260", "67 %", "4.00 to 4.50", "-"));
    assertThat(SimulatedTable.markdown(List.of(RESULT)).lines())
        .hasSize(3)
        .allMatch(line -> line.startsWith("|") && line.endsWith("|"));
  }

  @Test
  void theNoiseFloorIsThatOfTheBaseline() {
    // given
    SimulatedResult baseline =
        new SimulatedResult(
            RESULT.medians(),
            4.05,
            3,
            Map.of("ttftP90Seconds", new Spread(10, 9, 11), "hitRate", new Spread(0.1, 0.1, 0.11)),
            Map.of());

    // then
    assertThat(NoiseFloor.sentence(List.of(baseline, RESULT)))
        .contains("warmpath's TTFT p90 by up to 20 % and its hit rate by up to 1.0 points");
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNothingBehind() throws IOException {
    // given: a folder that is not empty stands where the file should be
    Path taken = Files.createDirectory(folder.resolve("taken"));
    Files.writeString(taken.resolve("something"), "");

    // then
    assertThatThrownBy(() -> WholeFile.write(taken, "text")).isInstanceOf(IOException.class);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(taken);
    }
  }
}
