package dev.warmpath.cli;

import dev.warmpath.bench.MemoryBenchmark;
import dev.warmpath.bench.cost.CostBenchmark;
import dev.warmpath.bench.cost.CostBenchmark.Case;
import dev.warmpath.bench.cost.CostReport;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.sim.warmpath.TableConditions;
import dev.warmpath.sim.warmpath.WarmpathRouters;
import dev.warmpath.sim.workload.LineException;
import dev.warmpath.sim.workload.MadeUpWorkload;
import dev.warmpath.sim.workload.Pace;
import dev.warmpath.sim.workload.Trace;
import dev.warmpath.sim.workload.TraceReader;
import dev.warmpath.sim.workload.Workload;
import dev.warmpath.sim.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath bench cost}: request units of the table, memory, and what they cost. */
@Command(
    name = "cost",
    description =
        "Counts the table's request units in simulation, measures the router's memory, and prices"
            + " both.",
    mixinStandardHelpOptions = true)
final class CostBenchCommand implements Callable<Integer> {
  private static final int TARGETS = 8;
  private static final int ROUTERS = 4;
  private static final int REQUESTS = 6_000;
  private static final int QUICK_REQUESTS = 300;
  private static final long TRACE_KV_TOKENS = 1_000_000;
  private static final List<Integer> STREAMS = List.of(1, 32);
  private static final int ANSWERS = 40;
  private static final int QUICK_ANSWERS = 2;

  private static final List<MadeUpWorkload> MADE_UP =
      List.of(MadeUpWorkload.CHAT, MadeUpWorkload.B2B, MadeUpWorkload.AGENTS, MadeUpWorkload.RAG);

  // Set by picocli.
  @SuppressWarnings("NullAway.Init")
  @Spec
  private CommandSpec spec;

  @Option(names = "--quick", description = "Little of each, to see that it works.")
  private boolean quick;

  @Option(
      names = "--traces",
      paramLabel = "FOLDER",
      description =
          "Where mooncake-conversation, ragpulse and tau-bench-airline (.jsonl.gz) are, to be"
              + " counted as well; those that are not there are named.")
  private @Nullable Path traces;

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Where cost.json and cost.md go (default: target/bench).")
  private @Nullable Path output;

  @Override
  public Integer call() throws Exception {
    List<Case> cases = cases();
    long steps = cases.stream().mapToLong(c -> c.workload().expectedRequests()).sum();
    CostReport report;
    try (ProgressBar bar = Progress.bar("cost", steps + STREAMS.size())) {
      report =
          new CostReport(
              StartupBenchCommand.machine(),
              TARGETS,
              CostBenchmark.run(cases, TARGETS, ROUTERS, bar::step),
              new MemoryBenchmark(StreamingBenchCommand::runtime)
                  .residentBytes(STREAMS, quick ? QUICK_ANSWERS : ANSWERS, bar::step));
    }
    BenchOutput.write(
        output, "cost", report.json(), report.markdown(), spec.commandLine().getOut());
    return 0;
  }

  private List<Case> cases() throws LineException {
    List<Case> cases = new ArrayList<>();
    if (traces != null) {
      recorded(traces, "mooncake-conversation.jsonl.gz")
          .ifPresent(t -> cases.add(simulated("conversation", Workloads.atRate(t, 4.05))));
      recorded(traces, "ragpulse.jsonl.gz")
          .ifPresent(t -> cases.add(simulated("ragpulse", Workloads.atRate(t, 26.2))));
      recorded(traces, "tau-bench-airline.jsonl.gz")
          .ifPresent(t -> cases.add(simulated("tau", Workloads.byUsers(t, 16))));
    }
    Pace.Limit limit = new Pace.Limit(quick ? QUICK_REQUESTS : REQUESTS, Duration.ofDays(365));
    for (MadeUpWorkload kind : MADE_UP) {
      cases.add(
          simulated(kind.label(), kind.workload(kind.usualPace(), limit), kind.usualKvTokens()));
    }
    return cases;
  }

  private Optional<Trace> recorded(Path folder, String name) throws LineException {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      spec.commandLine().getErr().println("warmpath: " + file + " is not there and not counted");
      return Optional.empty();
    }
    return Optional.of(TraceReader.read(file));
  }

  private static Case simulated(String name, Workload workload) {
    return simulated(name, workload, TRACE_KV_TOKENS);
  }

  /** A workload over modelled engines, with Warmpath as deployed. */
  static Case simulated(String name, Workload workload, long kvTokens) {
    EngineProfile profile =
        EngineProfile.LLAMA_70B_8XH100.withCache(kvTokens, workload.blockTokens());
    return new Case(
        name,
        workload,
        profile,
        WarmpathRouters.asDeployed(
            new PrefixAffinityPolicy(), workload, profile, TableConditions.IDEAL, Duration.ZERO));
  }
}
