package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DemoCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder = Path.of("");

  @Test
  void drawsTheMediansOfSeveralSeeds() throws Exception {
    // given
    Path json = folder.resolve("out.json");
    Path charts = folder.resolve("charts");

    // when
    int exit =
        run(
            "--limit",
            "3",
            "--users",
            "3",
            "--seeds",
            "2",
            "--policies",
            "round-robin,warmpath",
            "--json",
            json.toString(),
            "--charts",
            charts.toString());

    // then
    assertThat(err.toString()).isEmpty();
    assertThat(exit).isZero();
    assertThat(out.toString()).contains("medians of seeds 1 to 2");
    assertThat(JSON.std.mapFrom(Files.readString(json)).get("parameters"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsAllEntriesOf(Map.of("seed", 1, "seeds", 2));
    assertThat(charts.resolve("gain-light.png")).isNotEmptyFile();
    assertThat(charts.resolve("gain-dark.png")).isNotEmptyFile();
  }

  @Test
  void refusesNoSeed() {
    // when
    int exit = run("--seeds", "0");

    // then
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString()).contains("--seeds must be 1 to 100 but was 0");
  }

  private int run(String... arguments) {
    return new CommandLine(new DemoCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
