package dev.warmpath.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code warmpath bench}: one part, or all of them. Each part is a command that works without
 * options and takes {@code --quick}.
 */
@Command(
    name = "bench",
    description = "Runs one part of the benchmarks, or without a part all of them.",
    subcommands = {
      MicroBenchCommand.class,
      StreamingBenchCommand.class,
      CostBenchCommand.class,
      ScaleBenchCommand.class,
      StartupBenchCommand.class
    },
    mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
  // Set by picocli.
  @SuppressWarnings("NullAway.Init")
  @Spec
  private CommandSpec spec;

  @Option(names = "--quick", description = "Short runs of all parts, to see that they work.")
  private boolean quick;

  /** Runs all parts, whatever becomes of the others; the worst status is the whole's. */
  @Override
  public Integer call() {
    String[] options = quick ? new String[] {"--quick"} : new String[0];
    return spec.subcommands().values().stream()
        .mapToInt((CommandLine part) -> part.execute(options))
        .max()
        .orElseThrow();
  }
}
