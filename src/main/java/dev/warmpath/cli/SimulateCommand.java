package dev.warmpath.cli;

import dev.warmpath.cli.WorkloadOptions.Loaded;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.report.ChartFiles;
import dev.warmpath.report.NoiseFloor;
import dev.warmpath.report.PolicyPoint;
import dev.warmpath.report.ResultFile;
import dev.warmpath.report.SimulatedResult;
import dev.warmpath.report.SimulatedTable;
import dev.warmpath.report.WholeFile;
import dev.warmpath.sim.Experiment;
import dev.warmpath.sim.PolicyRuns;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.RunsCsv;
import dev.warmpath.sim.SimSetup;
import dev.warmpath.sim.warmpath.TableConditions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath simulate}: a workload replayed through policies over modelled engines. */
@Command(
    name = "simulate",
    description = {
      "Replays a workload through routing policies over modelled engines, in simulated time, and"
          + " prints what each policy achieved.",
      "The engines batch continuously, compute prompts in chunks and keep a block cache; their"
          + " speed is assumed (Llama 3.1 70B on eight H100), not measured. Routers and the network"
          + " take no time. The first tenth of the traffic, with users the first quarter, warms the"
          + " caches and is not counted. Figures are medians over the seeds; all policies meet the"
          + " same seeds.",
      "Example: warmpath simulate --trace mooncake-conversation.jsonl.gz --rate 4.05 --seeds 6"
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class SimulateCommand implements Callable<Integer> {
  private static final String BASELINE = "least-outstanding";
  private static final String WARMPATH = "warmpath";

  @Spec private @Nullable CommandSpec spec;

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "round-robin,least-outstanding,warmpath",
      description =
          "Which policies, in which order; or 'all'. warmpath:5 turns requests away while the"
              + " shortest queue is longer than 5 seconds.")
  private List<String> policies = List.of();

  @Option(
      names = "--targets",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many engines.")
  private int targets;

  @Option(
      names = "--kv-tokens",
      paramLabel = "T",
      description =
          "How many tokens each engine's KV cache holds; 1000000 for traces, or what is usual for"
              + " the made-up workload.")
  private @Nullable Long kvTokens;

  @Option(
      names = "--seeds",
      paramLabel = "K",
      defaultValue = "3",
      description = "How often each policy is run with other lots.")
  private int seeds;

  @Option(
      names = "--routers",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many routers share the requests by lot, each with a memory of its own.")
  private int routers;

  @Option(
      names = "--stale-ms",
      paramLabel = "X",
      defaultValue = "0",
      description =
          "How often policies that look at the engines' load see it anew. Warmpath reads its table"
              + " in its place: see --table-latency-ms.")
  private long staleMillis;

  @Option(
      names = "--table-latency-ms",
      paramLabel = "X",
      defaultValue = "0",
      description = "How old what Warmpath reads is, and how long its background writes take.")
  private long tableLatencyMillis;

  @Option(
      names = "--lost-writes",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "The share of Warmpath's background writes that get lost.")
  private double lostWrites;

  @Option(
      names = "--table-unavailable",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "The share of Warmpath's reads and claims that get no answer in time.")
  private double tableUnavailable;

  @Option(
      names = "--cold-start-s",
      paramLabel = "X",
      defaultValue = "0",
      description = "After how many seconds a router of Warmpath loses its memory; 0 for never.")
  private long coldStartSeconds;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results as JSON.")
  private @Nullable Path json;

  @Option(names = "--csv", paramLabel = "FILE", description = "Writes every single run as CSV.")
  private @Nullable Path csv;

  @Option(names = "--markdown", paramLabel = "FILE", description = "Writes the table as Markdown.")
  private @Nullable Path markdown;

  @Option(
      names = "--charts",
      paramLabel = "DIR",
      description = "Draws TTFT, hit rate and balance as PNG pictures into a folder.")
  private @Nullable Path charts;

  @Override
  public Integer call() throws Exception {
    List<Loaded> loads = checked();
    List<SimulatedResult> results = new ArrayList<>();
    RunsCsv runs = new RunsCsv();
    long steps = loads.stream().mapToLong(l -> l.workload().expectedRequests()).sum();
    try (ProgressBar progress =
        Progress.bar("simulate", steps * seeds * chosen(loads.getFirst()).size())) {
      for (Loaded loaded : loads) {
        Experiment experiment = new Experiment(setup(loaded), loaded.workload(), seeds);
        List<PolicyRuns> policyRuns = experiment.run(chosen(loaded), progress::step);
        PolicyRuns baseline = baseline(policyRuns);
        policyRuns.forEach(p -> results.add(p.summary(loaded.load(), baseline)));
        policyRuns.forEach(p -> runs.add(loaded.load(), p));
      }
    }
    print(results, loads);
    write(results, runs, loads);
    return 0;
  }

  private List<Loaded> checked() throws IOException {
    OutputFiles.check(commandSpec(), json, csv, markdown);
    refuseUnless(seeds >= 1 && seeds <= 1000, "--seeds must be 1 to 1000 but was " + seeds);
    refuseUnless(targets <= 10_000, "--targets must be at most 10000 but was " + targets);
    refuseUnless(routers <= 10_000, "--routers must be at most 10000 but was " + routers);
    refuseUnless(coldStartSeconds >= 0, "--cold-start-s must not be negative");
    try {
      List<Loaded> loads = workload.workloads();
      for (Loaded loaded : loads) {
        setup(loaded);
        chosen(loaded);
      }
      return loads;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private SimSetup setup(Loaded loaded) {
    return new SimSetup(targets, profile(loaded), routers, Duration.ofMillis(staleMillis));
  }

  private EngineProfile profile(Loaded loaded) {
    long tokens = Optional.ofNullable(kvTokens).orElseGet(workload::usualKvTokens);
    return EngineProfile.LLAMA_70B_8XH100.withCache(tokens, loaded.workload().blockTokens());
  }

  /** The chosen policies by name, in the order of the option. */
  private Map<String, RunFactory> chosen(Loaded loaded) {
    TableConditions table =
        new TableConditions(Duration.ofMillis(tableLatencyMillis), lostWrites, tableUnavailable);
    Map<String, RunFactory> chosen = new LinkedHashMap<>();
    List<String> names = policies.equals(List.of("all")) ? SimulatedPolicies.names() : policies;
    for (String name : names) {
      if (!SimulatedPolicies.names().contains(name.split(":", 2)[0])) {
        throw new IllegalArgumentException(
            "--policies must be among %s but named %s"
                .formatted(String.join(", ", SimulatedPolicies.names()), name));
      }
      chosen.put(
          name,
          SimulatedPolicies.byName(
              name,
              loaded.workload(),
              profile(loaded),
              table,
              Duration.ofSeconds(coldStartSeconds)));
    }
    return chosen;
  }

  private static PolicyRuns baseline(List<PolicyRuns> runs) {
    return runs.stream()
        .filter(p -> p.name().equals(BASELINE))
        .findFirst()
        .orElseGet(runs::getFirst);
  }

  private void print(List<SimulatedResult> results, List<Loaded> loads) {
    PrintWriter out = commandSpec().commandLine().getOut();
    out.printf(
        "%s: engines %d, cache of each %d tokens, routers %d, seeds %d%n%n",
        loads.getFirst().workload().name(),
        targets,
        profile(loads.getFirst()).capacityTokens(),
        routers,
        seeds);
    out.println(SimulatedTable.of(results));
    out.println();
    out.println(NoiseFloor.sentence(results));
    out.flush();
  }

  private void write(List<SimulatedResult> results, RunsCsv runs, List<Loaded> loads)
      throws IOException {
    if (json != null) {
      ResultFile.writeSimulated(json, "simulate", parameters(loads), results);
    }
    if (csv != null) {
      WholeFile.write(csv, runs.toString());
    }
    if (markdown != null) {
      WholeFile.write(markdown, SimulatedTable.markdown(results));
    }
    if (charts != null) {
      ChartFiles.write(
          charts,
          loads.getFirst().workload().name() + ", " + targets + " engines",
          workload.loadTitle(),
          results.stream().map(PolicyPoint::of).toList(),
          WARMPATH);
    }
  }

  private Map<String, Object> parameters(List<Loaded> loads) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("workload", loads.getFirst().workload().name());
    parameters.put("loads", loads.stream().map(Loaded::load).toList());
    parameters.put("policies", policies);
    parameters.put("targets", targets);
    parameters.put("kvTokens", profile(loads.getFirst()).capacityTokens());
    parameters.put("seeds", seeds);
    parameters.put("routers", routers);
    parameters.put("staleMillis", staleMillis);
    parameters.put("tableLatencyMillis", tableLatencyMillis);
    parameters.put("lostWrites", lostWrites);
    parameters.put("tableUnavailable", tableUnavailable);
    parameters.put("coldStartSeconds", coldStartSeconds);
    parameters.put("engine", "simulated");
    return parameters;
  }

  private void refuseUnless(boolean good, String sentence) {
    if (!good) {
      throw new ParameterException(commandSpec().commandLine(), sentence);
    }
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "picocli sets the spec before it calls");
  }
}
