package dev.warmpath.cli;

import dev.warmpath.bench.cost.ScaleBenchmark;
import dev.warmpath.bench.cost.ScaleBenchmark.Size;
import dev.warmpath.bench.cost.ScaleReport;
import dev.warmpath.sim.workload.MadeUpWorkload;
import dev.warmpath.sim.workload.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath bench scale}: what grows with targets, routers and the age of the table. */
@Command(
    name = "scale",
    description =
        "Simulates tiers of 1 to 1,000 targets and 1 to 64 routers under traffic in proportion, and"
            + " one tier for long: decision time, table traffic, hottest rows.",
    mixinStandardHelpOptions = true)
final class ScaleBenchCommand implements Callable<Integer> {
  private static final int ROUTERS = 8;
  private static final int REQUESTS = 3_000;
  private static final int REQUESTS_OF_A_TARGET = 12;
  private static final int OLD_REQUESTS = 60_000;
  private static final int QUICK_REQUESTS = 200;
  private static final int OLD_TARGETS = 8;

  // Set by picocli.
  @SuppressWarnings("NullAway.Init")
  @Spec
  private CommandSpec spec;

  @Option(names = "--quick", description = "Small tiers and little traffic, to see that it works.")
  private boolean quick;

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Where scale.json and scale.md go (default: target/bench).")
  private @Nullable Path output;

  @Override
  public Integer call() throws Exception {
    List<Size> sizes = sizes();
    Size old =
        size(MadeUpWorkload.CHAT, OLD_TARGETS, ROUTERS, quick ? QUICK_REQUESTS : OLD_REQUESTS);
    long steps =
        sizes.stream().mapToLong(s -> s.traffic().workload().expectedRequests()).sum()
            + old.traffic().workload().expectedRequests();
    ScaleReport report;
    try (ProgressBar bar = Progress.bar("scale", steps)) {
      report = ScaleBenchmark.run(sizes, old, StartupBenchCommand.machine(), bar::step);
    }
    BenchOutput.write(
        output, "scale", report.json(), report.markdown(), spec.commandLine().getOut());
    return 0;
  }

  private List<Size> sizes() {
    List<Size> sizes = new ArrayList<>();
    List<Integer> targets = quick ? List.of(1, 100) : List.of(1, 10, 100, 1000);
    targets.forEach(t -> sizes.add(size(MadeUpWorkload.CHAT, t, ROUTERS)));
    List<Integer> routers = quick ? List.of(64) : List.of(1, 64);
    routers.forEach(r -> sizes.add(size(MadeUpWorkload.CHAT, 100, r)));
    targets.forEach(t -> sizes.add(size(MadeUpWorkload.HOT_PREFIX, t, ROUTERS)));
    return sizes;
  }

  private Size size(MadeUpWorkload kind, int targets, int routers) {
    return size(
        kind,
        targets,
        routers,
        quick ? QUICK_REQUESTS : Math.max(REQUESTS, REQUESTS_OF_A_TARGET * targets));
  }

  /** As many requests a second as there are targets. */
  private static Size size(MadeUpWorkload kind, int targets, int routers, int requests) {
    Pace.Limit limit = new Pace.Limit(requests, Duration.ofDays(365));
    return new Size(
        targets,
        routers,
        targets,
        CostBenchCommand.simulated(
            kind.label(), kind.workload(new Pace.Rate(targets), limit), kind.usualKvTokens()));
  }
}
