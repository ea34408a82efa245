package dev.warmpath.cli;

import dev.warmpath.bench.StreamingBenchmark;
import dev.warmpath.bench.StreamingResult;
import dev.warmpath.report.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath bench streaming}: what router and runtime add to streams. */
@Command(
    name = "streaming",
    description =
        "Measures the time to first token that router and runtime add, and how fast they relay.",
    mixinStandardHelpOptions = true)
final class StreamingBenchCommand implements Callable<Integer> {
  private static final int QUICK_STREAMS = 5;
  private static final int QUICK_ROUNDS = 2;

  // Set by picocli.
  @SuppressWarnings("NullAway.Init")
  @Spec
  private CommandSpec spec;

  @Option(names = "--quick", description = "Two short rounds, to see that they work.")
  private boolean quick;

  @Option(
      names = "--streams",
      defaultValue = "50",
      description = "Streams open at once (default: ${DEFAULT-VALUE}).")
  private int streams;

  @Option(
      names = "--rounds",
      defaultValue = "12",
      description = "Rounds of either kind, an even number (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Where streaming.json and streaming.md go (default: target/bench).")
  private @Nullable Path output;

  @Override
  public Integer call() throws Exception {
    if (streams < 1 || streams > StreamingBenchmark.MAX_STREAMS || rounds < 2 || rounds % 2 != 0) {
      throw new IllegalArgumentException("--streams must be 1 to 100, --rounds an even number");
    }
    StreamingResult result =
        quick
            ? new StreamingBenchmark(StreamingBenchCommand::runtime, QUICK_STREAMS, QUICK_ROUNDS)
                .run()
            : new StreamingBenchmark(StreamingBenchCommand::runtime, streams, rounds).run();
    BenchOutput.write(
        output,
        "streaming",
        JsonText.of(result),
        StartupBenchCommand.machine() + "\n\n" + markdown(result),
        spec.commandLine().getOut());
    return 0;
  }

  /** Java with the options that the function's script gives to it on Lambda. */
  static ProcessBuilder runtime() {
    return new ProcessBuilder(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx716m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            StreamingBenchRuntime.class.getName()));
  }

  private static String markdown(StreamingResult result) {
    StreamingResult.Relay relay = result.relay();
    StringBuilder text = new StringBuilder("| time to first token, ms | p50 | p90 | p99 |\n");
    text.append("|---|---:|---:|---:|\n")
        .append(row("engine, direct", s -> StreamingResult.at(result.direct(), s)))
        .append(row("through warmpath", s -> StreamingResult.at(result.routed(), s)))
        .append(row("added", result::added))
        .append(row("noise", result::noise))
        .append(
            String.format(
                Locale.ROOT,
                "%nRelay: %,.0f tokens/s through one process, %.1f us of CPU and %,.0f bytes a"
                    + " token.%n",
                relay.tokensPerSecond(),
                relay.cpuMicrosPerToken(),
                relay.bytesPerToken()));
    result
        .platformThreads()
        .forEach(
            (open, threads) ->
                text.append(
                    String.format(
                        Locale.ROOT, "%d open streams: %d platform threads.%n", open, threads)));
    return text.toString();
  }

  private static String row(String name, DoubleUnaryOperator millis) {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f |%n",
        name,
        millis.applyAsDouble(0.5),
        millis.applyAsDouble(0.9),
        millis.applyAsDouble(0.99));
  }
}
