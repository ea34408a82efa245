package dev.warmpath.bench;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision;
import dev.warmpath.routing.TableView;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Places a prompt of eight anchors; the rows of all anchors and of all targets are known. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
public class DecideBenchmark {
  private static final int PROMPT_BYTES = 128 * 1024;
  private static final Instant NOW = Instant.EPOCH.plus(Duration.ofDays(365));
  private static final PoolFacts FACTS =
      new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10));

  /**
   * How many targets are decided among: all of a small fleet; of one of 1,000, the 18 that are read
   * and 8 holders.
   */
  @Param({"16", "26"})
  public int targets;

  private final PrefixAffinityPolicy policy = new PrefixAffinityPolicy();
  private PrefixChain chain = chain();
  private Fleet fleet = Fleet.EMPTY;
  private TableView view = TableView.EMPTY;

  /** Fills the table. */
  @Setup
  public void fill() {
    fleet =
        new Fleet(
            IntStream.range(0, targets)
                .mapToObj(i -> Target.ofVariant("endpoint", "variant-" + i, 1, false))
                .toList());
    view = view();
  }

  /** The decision alone. */
  @Benchmark
  public RoutingDecision decide() {
    return policy.decide(new RoutingContext(chain, view, fleet, FACTS, NOW, 1));
  }

  private static PrefixChain chain() {
    String text = "You are a helpful clerk. ".repeat(PROMPT_BYTES / 25);
    return new PrefixHasher("a secret of the benchmark".getBytes(StandardCharsets.UTF_8))
        .chain(new Prompt(Scope.ofModel("default"), List.of(Segment.ofText("user", text)), ""));
  }

  /** Every anchor has as many owners as a row can hold, every target some load. */
  private TableView view() {
    Map<PrefixHash, PrefixRow> rows = new HashMap<>();
    for (Anchor anchor : chain.anchors()) {
      List<Owner> owners =
          fleet.targets().stream()
              .limit(PrefixRow.MAX_OWNERS)
              .map(t -> new Owner(t.id(), 1000, 0, NOW, Optional.of(anchor), true))
              .toList();
      rows.put(
          anchor.hash(),
          new PrefixRow(anchor.hash(), anchor.depthBytes(), 1, owners, NOW.plusSeconds(600)));
    }
    Map<TargetId, TargetRow> targets = new HashMap<>();
    for (Target target : fleet.targets()) {
      Map<Long, Long> prefill = new HashMap<>();
      Map<Long, Long> minutes = new HashMap<>();
      for (long ago = 0; ago < 8; ago++) {
        prefill.put(TargetRow.prefillBucket(NOW) - ago, 2000L);
        minutes.put(TargetRow.sequenceBucket(NOW) - ago, 5L);
      }
      targets.put(
          target.id(),
          new TargetRow(target.id(), 5000, 0, prefill, minutes, minutes, Map.of(), false));
    }
    return new TableView(rows, targets);
  }
}
