package dev.warmpath.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath bench micro}: the micro-benchmarks, with their allocation. */
@Command(
    name = "micro",
    description =
        "Runs the micro-benchmarks: keying, deciding, rows and relaying, time and allocation.",
    mixinStandardHelpOptions = true)
final class MicroBenchCommand implements Callable<Integer> {
  // Set by picocli.
  @SuppressWarnings("NullAway.Init")
  @Spec
  private CommandSpec spec;

  @Option(names = "--quick", description = "One short run of each, to see that they work.")
  private boolean quick;

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      defaultValue = "",
      description = "Which of them, by a part of their names; all without it.")
  private String only = "";

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Where micro.json, in JMH's own form, and micro.md go (default: target/bench).")
  private @Nullable Path output;

  @Override
  public Integer call() throws Exception {
    Path folder = BenchOutput.folder(output);
    Files.createDirectories(folder);
    TimeValue time = quick ? TimeValue.milliseconds(100) : TimeValue.seconds(1);
    Path json = folder.resolve("micro.json");
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("dev\\.warmpath\\.bench\\..*(" + only + ")")
                    .mode(Mode.SampleTime)
                    .forks(quick ? 1 : 3)
                    .warmupIterations(quick ? 1 : 5)
                    .warmupTime(time)
                    .measurementIterations(quick ? 1 : 5)
                    .measurementTime(time)
                    .jvmArgsAppend("-Dorg.slf4j.simpleLogger.defaultLogLevel=off")
                    .addProfiler(GCProfiler.class)
                    .result(json.toString())
                    .resultFormat(ResultFormatType.JSON)
                    .build())
            .run();
    BenchOutput.write(
        folder,
        "micro",
        Files.readString(json),
        StartupBenchCommand.machine() + "\n\n" + table(results),
        spec.commandLine().getOut());
    return 0;
  }

  private static String table(Collection<RunResult> results) {
    return "| what | unit | least | p50 | p90 | p99 | bytes allocated |\n"
        + "|---|---|---:|---:|---:|---:|---:|\n"
        + results.stream().map(MicroBenchCommand::row).collect(Collectors.joining());
  }

  private static String row(RunResult result) {
    Statistics times = result.getPrimaryResult().getStatistics();
    String name = result.getParams().getBenchmark().replaceAll("^.*\\.(\\w+\\.\\w+)$", "$1");
    String parameters =
        result.getParams().getParamsKeys().stream()
            .map(key -> " " + key + "=" + result.getParams().getParam(key))
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        "| %s%s | %s | %,.1f | %,.1f | %,.1f | %,.1f | %s |%n",
        name,
        parameters,
        result.getPrimaryResult().getScoreUnit(),
        times.getMin(),
        times.getPercentile(50),
        times.getPercentile(90),
        times.getPercentile(99),
        allocated(result));
  }

  // So is it declared there.
  @SuppressWarnings("rawtypes")
  private static String allocated(RunResult result) {
    return result.getSecondaryResults().entrySet().stream()
        .filter(e -> e.getKey().endsWith("gc.alloc.rate.norm"))
        .map(e -> String.format(Locale.ROOT, "%,.0f", e.getValue().getScore()))
        .findFirst()
        .orElse("-");
  }
}
