package dev.warmpath.cli;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.sim.Experiment;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.SimSetup;
import dev.warmpath.sim.warmpath.TableConditions;
import dev.warmpath.sim.workload.TraceReader;
import dev.warmpath.sim.workload.Workload;
import dev.warmpath.sim.workload.Workloads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath simulate}: a workload replayed through policies over modelled engines. */
@Command(
    name = "simulate",
    description = "Replays a workload through routing policies over modelled engines.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class SimulateCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--trace", paramLabel = "FILE", required = true, description = "A trace.")
  private Path trace = Path.of("");

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "round-robin,least-outstanding,warmpath",
      description = "Which policies, in which order.")
  private List<String> policies = List.of();

  @Option(names = "--targets", paramLabel = "N", defaultValue = "8", description = "Engines.")
  private int targets;

  @Option(names = "--rate", paramLabel = "R", defaultValue = "4.05", description = "Requests/s.")
  private double rate;

  @Option(names = "--seeds", paramLabel = "K", defaultValue = "1", description = "Seeds.")
  private int seeds;

  @Option(names = "--kv-tokens", defaultValue = "1000000", description = "KV tokens.")
  private long kvTokens;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Workload workload = Workloads.timed(TraceReader.read(trace), rate);
    EngineProfile base = EngineProfile.LLAMA_70B_8XH100;
    EngineProfile profile =
        new EngineProfile(
            base.prefillTokensPerSecond(),
            base.contextScaleTokens(),
            base.iterationOverhead(),
            base.sequenceOverhead(),
            base.kvReadNanosPerToken(),
            base.chunkTokens(),
            base.maxSequences(),
            kvTokens,
            workload.blockTokens());
    SimSetup setup = new SimSetup(targets, profile, 1, Duration.ZERO);
    Map<String, RunFactory> known =
        SimulatedPolicies.all(workload, profile, TableConditions.IDEAL, Duration.ZERO);
    Map<String, RunFactory> chosen = new LinkedHashMap<>();
    policies.forEach(name -> chosen.put(name, Objects.requireNonNull(known.get(name))));
    for (Map.Entry<String, RunFactory> policy : chosen.entrySet()) {
      long started = System.nanoTime();
      out.println(
          new Experiment(setup, workload, seeds)
              .run(Map.of(policy.getKey(), policy.getValue()), () -> {}));
      out.println((System.nanoTime() - started) / 1e9 + " s");
      out.flush();
    }
    return 0;
  }
}
