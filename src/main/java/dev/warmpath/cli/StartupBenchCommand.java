package dev.warmpath.cli;

import dev.warmpath.bench.startup.Cpu;
import dev.warmpath.bench.startup.StartupBenchmark;
import dev.warmpath.bench.startup.StartupBenchmark.Case;
import dev.warmpath.bench.startup.StartupReport;
import dev.warmpath.bench.startup.StartupSubject;
import dev.warmpath.bench.startup.StartupSubjects;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath bench startup}: cold starts of the deployed package. */
@Command(
    name = "startup",
    description =
        "Starts the deployed package as Lambda does, and functions to compare it with, in turns."
            + " Needs Linux, make, and leave to make control groups.",
    mixinStandardHelpOptions = true)
final class StartupBenchCommand implements Callable<Integer> {
  private static final int ROUNDS = 15;
  private static final int QUICK_ROUNDS = 2;

  // Set by picocli.
  @SuppressWarnings("NullAway.Init")
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--quick",
      description = "Two cores and the package as it is, without all that was tried; 2 rounds.")
  private boolean quick;

  @Option(names = "--rounds", paramLabel = "N", description = "Starts of each kind (default: 15).")
  private @Nullable Integer rounds;

  @Option(
      names = "--compare",
      paramLabel = "FOLDER",
      description = "Another package, laid out, to start in the same turns.")
  private @Nullable Path other;

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Where startup.json and startup.md go (default: target/bench).")
  private @Nullable Path output;

  @Override
  public Integer call() throws Exception {
    int often = rounds != null ? rounds : quick ? QUICK_ROUNDS : ROUNDS;
    if (often < 1) {
      throw new IllegalArgumentException("--rounds must be at least 1 but was " + often);
    }
    Path work = Files.createTempDirectory("warmpath-startup");
    try {
      StartupReport report = measure(work, often);
      BenchOutput.write(
          output, "startup", report.json(), report.markdown(), spec.commandLine().getOut());
    } finally {
      StartupSubjects.delete(work);
    }
    return 0;
  }

  private StartupReport measure(Path work, int often)
      throws IOException, InterruptedException, URISyntaxException {
    StartupSubjects subjects = subjects(work);
    List<StartupSubject> variants = new ArrayList<>();
    if (other != null) {
      variants.add(subjects.streaming("the other package", other, false));
    }
    if (!quick) {
      variants.addAll(subjects.variants());
    }
    List<Case> cases = cases(subjects, variants);
    List<StartupSubject> all = cases.stream().map(Case::subject).distinct().toList();
    try (ProgressBar bar =
        Progress.bar("starts", StartupBenchmark.steps(cases, often) + (long) all.size())) {
      StartupBenchmark benchmark = new StartupBenchmark(work, bar::step);
      if (!quick) {
        subjects.train(benchmark);
      }
      return new StartupReport(
          machine(), often, benchmark.run(cases, often), benchmark.classes(all), subjects.sizes());
    }
  }

  private List<Case> cases(StartupSubjects subjects, List<StartupSubject> variants)
      throws IOException {
    List<Cpu> cpus =
        quick
            ? List.of(Cpu.TWO_CORES)
            : List.of(
                Cpu.TWO_CORES,
                Cpu.ONE_CORE,
                Cpu.ofMegabytes(1769),
                Cpu.ofMegabytes(1024),
                Cpu.ofMegabytes(512));
    StartupSubject router = subjects.streaming("warmpath");
    StartupSubject selfContained = subjects.selfContained();
    List<StartupSubject> others =
        List.of(
            // What differs from the one above is noise.
            subjects.streaming("warmpath, once more"), subjects.restored(), subjects.buffered());
    StartupSubject authorizer = subjects.authorizer("authorizer", false);
    // As deployed: its first look-up is behind it when the snapshot is taken.
    StartupSubject restoredAuthorizer = subjects.authorizer("authorizer, restored", true);
    List<Case> cases = new ArrayList<>();
    for (Cpu cpu : cpus) {
      cases.add(new Case(subjects.empty(), cpu, false));
      cases.add(new Case(subjects.hello(), cpu, false));
      cases.add(new Case(authorizer, cpu, false));
      cases.add(new Case(router, cpu, false));
      cases.add(new Case(router, cpu, true));
      cases.add(new Case(selfContained, cpu, true));
      if (cpu.share().isEmpty()) {
        others.forEach(subject -> cases.add(new Case(subject, cpu, true)));
        cases.add(new Case(restoredAuthorizer, cpu, false));
      }
    }
    variants.forEach(subject -> cases.add(new Case(subject, Cpu.TWO_CORES, true)));
    return cases;
  }

  /** The package as `sam build` makes it, of what is compiled already. */
  private static StartupSubjects subjects(Path work)
      throws IOException, InterruptedException, URISyntaxException {
    Path root = root();
    return new StartupSubjects(
        layOut(root, "managed", work),
        layOut(root, "self-contained", work),
        root.resolve("target/classes"),
        root.resolve("target/cli-lib"),
        Files.createDirectory(work.resolve("forms")));
  }

  private static Path layOut(Path root, String form, Path work)
      throws IOException, InterruptedException {
    Path folder = work.resolve(form);
    ProcessBuilder make =
        new ProcessBuilder("make", "-s", "lay-out", "ARTIFACTS_DIR=" + folder)
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    make.environment().put("JAVA_HOME", System.getProperty("java.home"));
    make.environment().put("WARMPATH_PACKAGE", form);
    make.environment().put("WARMPATH_ARCHITECTURE", architecture());
    if (make.start().waitFor() != 0) {
      throw new IOException("make could not lay the package out: " + form);
    }
    return folder;
  }

  /** This machine's, in Lambda's words. */
  private static String architecture() {
    return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64";
  }

  /** Both the jar and the folder of classes lie in {@code target}. */
  static Path root() throws URISyntaxException {
    Path code =
        Path.of(
            StartupBenchCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return Optional.ofNullable(code.getParent()).map(Path::getParent).orElseThrow();
  }

  static String machine() throws IOException {
    Map<String, String> facts =
        Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
            .map(line -> line.split("\\s*:\\s*", 2))
            .filter(pair -> pair.length == 2)
            .collect(Collectors.toMap(p -> p[0], p -> p[1], (first, next) -> first));
    return String.format(
        Locale.ROOT,
        "%s, %d cores, Linux %s, Java %s, load %s.",
        facts.getOrDefault("model name", System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.version"),
        Runtime.version(),
        Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
  }
}
