package dev.warmpath.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.bench.startup.StartupBenchmark.Case;
import dev.warmpath.bench.startup.StartupBenchmark.Classes;
import dev.warmpath.bench.startup.StartupSeries.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: the router in both runtimes, and what it is compared with. */
@EnabledOnOs(OS.LINUX)
class StartupBenchmarkTest {
  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  private StartupSubjects subjects;

  private final AtomicInteger steps = new AtomicInteger();

  @BeforeEach
  void layOut() throws IOException {
    Path shipped = Files.createDirectory(folder.resolve("package"));
    Path classes = Path.of("target/classes").toAbsolutePath();
    Files.createSymbolicLink(shipped.resolve("dev"), classes.resolve("dev"));
    Files.createSymbolicLink(shipped.resolve("lib"), Path.of("target/lambda-lib").toAbsolutePath());
    Files.copy(Path.of("src/main/lambda/bootstrap-stream"), shipped.resolve("bootstrap-stream"));
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String jar : List.of(System.getProperty("java.class.path").split(":", -1))) {
      if (jar.contains("aws-lambda-java-")) {
        Files.copy(Path.of(jar), tools.resolve(Path.of(jar).getFileName()));
      }
    }
    subjects =
        new StartupSubjects(
            shipped,
            folder.resolve("not-there"),
            classes,
            tools,
            Files.createDirectory(folder.resolve("forms")));
  }

  @Test
  void takesTheTimesOfAllStarts() throws Exception {
    // given
    List<Case> cases =
        List.of(
            new Case(subjects.empty(), Cpu.TWO_CORES, false),
            new Case(subjects.hello(), Cpu.TWO_CORES, false),
            new Case(subjects.streaming("streaming"), Cpu.TWO_CORES, true),
            new Case(subjects.buffered(), Cpu.TWO_CORES, false),
            new Case(subjects.restored(), Cpu.TWO_CORES, true),
            new Case(subjects.authorizer("authorizer", false), Cpu.TWO_CORES, false),
            new Case(subjects.authorizer("authorizer, restored", true), Cpu.TWO_CORES, false));

    // when
    Map<Case, StartupSeries> series =
        new StartupBenchmark(folder, steps::incrementAndGet).run(cases, 1);

    // then
    assertThat(series.keySet()).containsExactlyElementsOf(cases);
    assertThat(steps).hasValue(StartupBenchmark.steps(cases, 1));
    assertThat(series.values())
        .allSatisfy(
            times -> {
              assertThat(times.at(Measure.READY, 0.5)).isPositive();
              assertThat(times.at(Measure.FIRST_TOKEN, 0.5))
                  .isGreaterThan(times.at(Measure.READY, 0.5));
              assertThat(times.at(Measure.ANSWER, 0.5))
                  .isGreaterThanOrEqualTo(times.at(Measure.FIRST_TOKEN, 0.5));
              assertThat(times.at(Measure.CPU, 0.5)).isPositive();
              assertThat(times.at(Measure.MEGABYTES, 0.5)).isGreaterThan(10);
            });
  }

  @Test
  void countsClassesAndThoseOfTheArchive() throws Exception {
    // given
    StartupSubject empty = subjects.empty();

    // when
    Map<StartupSubject, Classes> all =
        new StartupBenchmark(folder, () -> {}).classes(List.of(empty));

    // then
    assertThat(all)
        .hasEntrySatisfying(
            empty,
            classes -> assertThat(classes.archived()).isPositive().isLessThan(classes.all()));
  }

  @Test
  void saysWhatAProcessWroteThatDoesNotStart() {
    // given
    StartupSubject broken =
        new StartupSubject(
            "broken",
            List.of("/bin/sh", "-c", "echo no such java; exit 3"),
            Map.of(),
            folder,
            false);

    // then
    assertThatThrownBy(
            () ->
                new StartupBenchmark(folder, () -> {})
                    .run(List.of(new Case(broken, Cpu.TWO_CORES, false)), 1))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("broken", "ended with 3", "no such java");
  }
}
