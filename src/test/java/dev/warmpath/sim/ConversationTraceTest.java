package dev.warmpath.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.report.Spread;
import dev.warmpath.sim.peer.Peers;
import dev.warmpath.sim.workload.LineException;
import dev.warmpath.sim.workload.Trace;
import dev.warmpath.sim.workload.TraceReader;
import dev.warmpath.sim.workload.Workload;
import dev.warmpath.sim.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reproduces what another simulator and a static count have found in a real trace. */
class ConversationTraceTest {
  private static final Path FILE =
      Path.of(System.getProperty("warmpath.traces", "../shared/traces"))
          .resolve("mooncake-conversation.jsonl.gz");

  @BeforeEach
  void skipWithoutTheTrace() {
    boolean present = Files.exists(FILE);
    if (!present) {
      System.out.println("skipped: no trace " + FILE + ", set -Dwarmpath.traces=DIRECTORY");
    }
    Assumptions.assumeTrue(present);
  }

  @Test
  void oneInfiniteCacheHitsAsOftenAsTheStaticCount() throws LineException {
    // given: slow enough that nothing arrives while its prefix is still computed
    Trace trace = TraceReader.read(FILE);
    Recorder recorder = new Recorder((request, fleet) -> 0);
    EngineProfile engine =
        EngineProfile.LLAMA_70B_8XH100.withCache(1_000_000_000, trace.blockTokens());

    // when
    run(Workloads.atRate(trace, 0.01), 1, engine, recorder);

    // then
    assertThat(recorder.hitRate()).isCloseTo(0.3734, within(0.0001));
  }

  @Test
  void aCacheOfEightMillionTokensHitsAsInTheOtherSimulator() throws LineException {
    // given
    Trace trace = TraceReader.read(FILE);
    Recorder recorder = new Recorder((request, fleet) -> 0);
    EngineProfile engine = EngineProfile.LLAMA_70B_8XH100.withCache(8_000_000, trace.blockTokens());

    // when
    run(Workloads.atRate(trace, 0.1), 1, engine, recorder);

    // then
    assertThat(recorder.hitRate()).isCloseTo(0.2707, within(0.004));
  }

  /** simulation.md, section 4: conversation, N = 8, moderate load. */
  @Test
  void theBaselinesReproduceTheOtherSimulator() throws LineException {
    // given
    Workload workload = Workloads.atRate(TraceReader.read(FILE), 4.05);

    // then
    var least = runs(workload, Peers.byName("least-outstanding"), 3);
    assertThat(median(least, RunResult::hitRate)).isCloseTo(0.080, withinPercentage(10.0));
    assertThat(median(least, r -> r.ttft().p50())).isCloseTo(2.01, withinPercentage(10.0));
    assertThat(median(least, r -> r.ttft().p90())).isCloseTo(11.28, withinPercentage(10.0));
    assertThat(median(least, r -> r.ttft().p99())).isCloseTo(27.86, withinPercentage(10.0));
    assertThat(median(least, RunResult::interTokenSeconds))
        .isCloseTo(0.066, withinPercentage(10.0));
    assertThat(median(least, RunResult::utilisation)).isCloseTo(0.77, withinPercentage(5.0));
    assertThat(median(least, RunResult::workMaxOverMean)).isCloseTo(1.02, withinPercentage(3.0));
    assertThat(median(least, RunResult::requestsMaxOverMean))
        .isCloseTo(1.05, withinPercentage(3.0));
    assertThat(median(least, RunResult::outstandingMaxOverMean))
        .isCloseTo(1.16, withinPercentage(5.0));
    assertThat(median(least, RunResult::completedPerSecond)).isCloseTo(4.05, withinPercentage(1.0));

    // Without regard to load queues depend on luck: the percentiles spread by a fifth over seeds.
    for (PolicyFactory blind :
        new PolicyFactory[] {Peers.byName("random"), Peers.byName("round-robin")}) {
      var runs = runs(workload, blind, 1);
      assertThat(median(runs, RunResult::hitRate)).isCloseTo(0.080, withinPercentage(10.0));
      assertThat(median(runs, RunResult::utilisation)).isCloseTo(0.79, withinPercentage(5.0));
    }
  }

  private static RunResult[] runs(Workload workload, PolicyFactory policy, int seeds) {
    EngineProfile engine =
        EngineProfile.LLAMA_70B_8XH100.withCache(1_000_000, workload.blockTokens());
    SimSetup setup = new SimSetup(8, engine, 1, Duration.ZERO);
    return LongStream.rangeClosed(1, seeds)
        .mapToObj(
            seed ->
                Simulation.run(
                    setup, workload.traffic(seed), RunFactory.of(policy), seed, () -> {}))
        .toArray(RunResult[]::new);
  }

  private static void run(Workload workload, int targets, EngineProfile engine, SimPolicy policy) {
    Simulation.run(
        new SimSetup(targets, engine, 1, Duration.ZERO),
        workload.traffic(1),
        RunFactory.of((engines, seed) -> policy),
        1,
        () -> {});
  }

  private static double median(RunResult[] runs, ToDoubleFunction<RunResult> figure) {
    return Spread.of(Arrays.stream(runs).mapToDouble(figure)).median();
  }
}
