package dev.warmpath.cli;

import dev.warmpath.bench.StreamingBenchmark;
import dev.warmpath.bench.StreamingResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.DoubleUnaryOperator;
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

  @Override
  public Integer call() throws Exception {
    if (streams < 1 || streams > StreamingBenchmark.MAX_STREAMS || rounds < 2 || rounds % 2 != 0) {
      throw new IllegalArgumentException("--streams must be 1 to 100, --rounds an even number");
    }
    StreamingResult result =
        quick
            ? new StreamingBenchmark(this::runtime, QUICK_STREAMS, QUICK_ROUNDS).run()
            : new StreamingBenchmark(this::runtime, streams, rounds).run();
    print(result, spec.commandLine().getOut());
    return 0;
  }

  /** Java with the options that the function's script gives to it on Lambda. */
  private ProcessBuilder runtime() {
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

  private static void print(StreamingResult result, PrintWriter out) {
    out.println("time to first token   p50        p90        p99");
    out.println("engine, direct     " + times(s -> StreamingResult.at(result.direct(), s)));
    out.println("through warmpath   " + times(s -> StreamingResult.at(result.routed(), s)));
    out.println("added              " + times(result::added));
    out.println("noise              " + times(result::noise));
    StreamingResult.Relay relay = result.relay();
    out.printf(
        Locale.ROOT,
        "%nrelay: %,.0f tokens/s through one process, %.1f us of CPU and %,.0f bytes a token%n",
        relay.tokensPerSecond(),
        relay.cpuMicrosPerToken(),
        relay.bytesPerToken());
    result
        .platformThreads()
        .forEach(
            (open, threads) -> out.printf("%d open streams: %d platform threads%n", open, threads));
    out.flush();
  }

  private static String times(DoubleUnaryOperator millis) {
    return String.format(
        Locale.ROOT,
        "%7.2f ms %7.2f ms %7.2f ms",
        millis.applyAsDouble(0.5),
        millis.applyAsDouble(0.9),
        millis.applyAsDouble(0.99));
  }
}
