package dev.warmpath.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.bench.startup.StartupBenchmark.Classes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The package for {@code provided.al2023}, made as {@code sam build} makes it. */
@EnabledOnOs(OS.LINUX)
class SelfContainedPackageTest {
  /** Above what is needed today by about a twentieth; Lambda itself allows 250 MB. */
  private static final long MAX_BYTES = 180_500_000;

  /** The same for the zip that is sent to Lambda, which itself takes 50 MB without a bucket. */
  private static final long MAX_ZIPPED_BYTES = 50_400_000;

  /** What SAM gives to every file in its zip. */
  private static final String SAMS_TIME = "1980-01-01T00:00:00Z";

  private static final String OWN =
      System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64";
  private static final String OTHER = OWN.equals("arm64") ? "x86_64" : "arm64";

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void startsFromItsCacheWhereverItIsUnpacked() throws Exception {
    // given
    Path built = folder.resolve("built");
    Path task = folder.resolve("var").resolve("task");

    // when
    String said = make("lay-out", "self-contained", OWN, Map.of("ARTIFACTS_DIR", built.toString()));

    // then
    assertThat(built.resolve("function.aot")).as(said).isNotEmptyFile();
    assertThat(new PackageFolder(built).bytes()).isBetween(100_000_000L, MAX_BYTES);
    assertThat(new PackageFolder(built).zipped()).isBetween(30_000_000L, MAX_ZIPPED_BYTES);
    assertThat(new PackageFolder(built).jars())
        .allSatisfy(jar -> assertThat(Files.getLastModifiedTime(jar)).hasToString(SAMS_TIME));

    // when
    Files.createDirectory(folder.resolve("var"));
    Files.move(built, task);
    StartupSubject subject =
        new StartupSubject(
            "self-contained", List.of(task.resolve("bootstrap").toString()), Map.of(), task, false);
    Map<StartupSubject, Classes> classes =
        new StartupBenchmark(folder, () -> {}).classes(List.of(subject));

    // then
    assertThat(classes)
        .hasEntrySatisfying(
            subject,
            loaded ->
                assertThat(loaded.archived()).isPositive().isGreaterThan(loaded.all() * 95 / 100));
  }

  @Test
  void saysThatTheJdkIsForAnotherProcessor() throws Exception {
    assertThat(make("check", "self-contained", OTHER, Map.of()))
        .contains("is one for " + OWN + ", but WARMPATH_ARCHITECTURE is " + OTHER);
  }

  @Test
  void saysWhichPackagesThereAre() throws Exception {
    assertThat(make("lay-out", "native", OWN, Map.of()))
        .contains("WARMPATH_PACKAGE must be managed or self-contained but is \"native\"");
  }

  private String make(String target, String form, String architecture, Map<String, String> more)
      throws IOException, InterruptedException {
    Path log = folder.resolve("make.log");
    ProcessBuilder make =
        new ProcessBuilder("make", "-s", target, "TRAINER=" + System.getProperty("java.class.path"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    make.environment().put("JAVA_HOME", System.getProperty("java.home"));
    make.environment().put("WARMPATH_PACKAGE", form);
    make.environment().put("WARMPATH_ARCHITECTURE", architecture);
    make.environment().putAll(more);
    make.start().waitFor();
    return Files.readString(log, StandardCharsets.UTF_8);
  }
}
