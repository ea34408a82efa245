package dev.warmpath.cli;

import dev.warmpath.sim.workload.LineException;
import dev.warmpath.sim.workload.MadeUpWorkload;
import dev.warmpath.sim.workload.Pace;
import dev.warmpath.sim.workload.Trace;
import dev.warmpath.sim.workload.TraceReader;
import dev.warmpath.sim.workload.Workload;
import dev.warmpath.sim.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options that say which requests are simulated, and how many at a time. */
final class WorkloadOptions {
  private static final long USUAL_REQUESTS = 10_000;
  private static final Duration USUAL_TIME = Duration.ofMinutes(90);
  private static final Duration NO_END = Duration.ofDays(365);
  private static final long USUAL_KV_TOKENS = 1_000_000;

  /** Either of the two. */
  static final class Source {
    @Option(
        names = "--trace",
        paramLabel = "FILE",
        description =
            "Replays a trace, plain or gzipped, of one JSON object a line: Mooncake's form"
                + " ('timestamp', 'input_length', 'output_length', 'hash_ids'); OpenAI requests,"
                + " your own log ('model' and 'messages' or 'prompt', and perhaps 'timestamp' in"
                + " milliseconds or ISO 8601, 'output_tokens', 'session_id'); or whole"
                + " conversations ('messages').")
    private @Nullable Path trace;

    @Option(
        names = "--workload",
        paramLabel = "NAME",
        description = "Makes traffic up: b2b, chat, rag, agents, hot-prefix, burst or volatile.")
    private @Nullable String workload;
  }

  @ArgGroup(multiplicity = "1")
  private Source source = new Source();

  @Option(
      names = {"--rate", "--rates"},
      paramLabel = "R",
      split = ",",
      showDefaultValue = Visibility.NEVER,
      description =
          "Requests in a second that arrive whether or not others are answered; several for a"
              + " sweep. A trace is sped up or slowed down to it; without it, it is replayed as"
              + " recorded.")
  private List<Double> rates = List.of();

  @Option(
      names = "--users",
      paramLabel = "U",
      split = ",",
      showDefaultValue = Visibility.NEVER,
      description =
          "In place of a rate: users who send the next request some time after the last answer;"
              + " several for a sweep.")
  private List<Integer> users = List.of();

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description =
          "When made-up traffic ends. Without it and --requests: 10,000 requests at a rate, 90"
              + " minutes with users.")
  private @Nullable Long durationSeconds;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "After how many requests made-up traffic ends.")
  private @Nullable Long requests;

  /**
   * A workload at one load.
   *
   * @param load requests in a second, or users
   */
  record Loaded(double load, Workload workload) {}

  /**
   * The workload at each load of the sweep.
   *
   * @throws IllegalArgumentException if options contradict each other or are out of range
   * @throws LineException if the trace cannot be read
   */
  List<Loaded> workloads() throws LineException {
    require(rates.isEmpty() || users.isEmpty(), "--rate and --users exclude each other");
    for (double rate : rates) {
      require(
          rate > 0 && rate <= 1e6, "--rate must be above 0 and at most 1000000 but was " + rate);
    }
    for (int count : users) {
      require(count >= 1 && count <= 1_000_000, "--users must be 1 to 1000000 but was " + count);
    }
    requirePositive("--duration", durationSeconds);
    requirePositive("--requests", requests);
    Path trace = source.trace;
    return trace == null ? madeUp() : recorded(trace);
  }

  /** What the loads of a sweep count. */
  String loadTitle() {
    return users.isEmpty() ? "requests per second" : "users";
  }

  /** The size of an engine's KV cache that goes with the workload. */
  long usualKvTokens() {
    return source.workload == null ? USUAL_KV_TOKENS : madeUpWorkload().usualKvTokens();
  }

  private List<Loaded> madeUp() {
    MadeUpWorkload kind = madeUpWorkload();
    List<Pace> paces = new ArrayList<>();
    rates.forEach(rate -> paces.add(new Pace.Rate(rate)));
    users.forEach(count -> paces.add(new Pace.Users(count)));
    if (paces.isEmpty()) {
      paces.add(kind.usualPace());
    }
    return paces.stream()
        .map(pace -> new Loaded(load(pace), kind.workload(pace, limit(pace))))
        .toList();
  }

  private List<Loaded> recorded(Path file) throws LineException {
    require(
        durationSeconds == null && requests == null,
        "--duration and --requests are for made-up traffic: a trace is replayed whole");
    Trace trace = TraceReader.read(file);
    List<Loaded> loaded = new ArrayList<>();
    rates.forEach(rate -> loaded.add(new Loaded(rate, Workloads.atRate(trace, rate))));
    users.forEach(count -> loaded.add(new Loaded(count, Workloads.byUsers(trace, count))));
    if (loaded.isEmpty()) {
      loaded.add(new Loaded(Workloads.recordedRate(trace), Workloads.asRecorded(trace)));
    }
    return loaded;
  }

  private MadeUpWorkload madeUpWorkload() {
    String name = String.valueOf(source.workload);
    return MadeUpWorkload.named(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--workload must be one of %s but was %s"
                        .formatted(
                            Arrays.stream(MadeUpWorkload.values())
                                .map(MadeUpWorkload::label)
                                .collect(Collectors.joining(", ")),
                            name)));
  }

  private Pace.Limit limit(Pace pace) {
    Optional<Duration> time = Optional.ofNullable(durationSeconds).map(Duration::ofSeconds);
    Optional<Long> count = Optional.ofNullable(requests);
    if (time.isEmpty() && count.isEmpty()) {
      return pace instanceof Pace.Users
          ? new Pace.Limit(Long.MAX_VALUE, USUAL_TIME)
          : new Pace.Limit(USUAL_REQUESTS, NO_END);
    }
    return new Pace.Limit(count.orElse(Long.MAX_VALUE), time.orElse(NO_END));
  }

  private static double load(Pace pace) {
    return switch (pace) {
      case Pace.Rate(double rate) -> rate;
      case Pace.Users(int count) -> count;
    };
  }

  private static void requirePositive(String name, @Nullable Long value) {
    require(
        value == null || (value >= 1 && value <= 1_000_000_000L),
        name + " must be 1 to 1000000000 but was " + value);
  }

  private static void require(boolean good, String sentence) {
    if (!good) {
      throw new IllegalArgumentException(sentence);
    }
  }
}
