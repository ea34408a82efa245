package dev.warmpath.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code warmpath bench micro}: the micro-benchmarks, with their allocation. */
@Command(
    name = "micro",
    description = "Runs the micro-benchmarks: keying, deciding and relaying, time and allocation.",
    mixinStandardHelpOptions = true)
final class MicroBenchCommand implements Callable<Integer> {
  @Option(names = "--quick", description = "One short run of each, to see that they work.")
  private boolean quick;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes the results in JMH's own JSON form, which holds every percentile.")
  private @Nullable Path json;

  @Override
  public Integer call() throws Exception {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("dev\\.warmpath\\.bench\\..*")
            .forks(quick ? 1 : 3)
            .warmupIterations(quick ? 1 : 5)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(quick ? 1 : 5)
            .measurementTime(TimeValue.seconds(1))
            .jvmArgsAppend("-Dorg.slf4j.simpleLogger.defaultLogLevel=off")
            .addProfiler(GCProfiler.class);
    Optional.ofNullable(json)
        .ifPresent(file -> options.result(file.toString()).resultFormat(ResultFormatType.JSON));
    new Runner(options.build()).run();
    return 0;
  }
}
