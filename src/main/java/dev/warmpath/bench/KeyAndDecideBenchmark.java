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
import java.util.ArrayList;
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
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Keys and places a chat of 128 kB over eight targets, all of whose rows are known. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
public class KeyAndDecideBenchmark {
  private static final int BODY_BYTES = 128 * 1024;
  private static final int MESSAGE_BYTES = 2048;
  private static final int TARGETS = 8;
  private static final Instant NOW = Instant.EPOCH.plus(Duration.ofDays(365));
  private static final PoolFacts FACTS =
      new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10));

  private final PrefixHasher hasher =
      new PrefixHasher("a secret of the benchmark".getBytes(StandardCharsets.UTF_8));
  private final PrefixAffinityPolicy policy = new PrefixAffinityPolicy();
  private final Fleet fleet =
      new Fleet(
          IntStream.range(0, TARGETS)
              .mapToObj(i -> Target.ofVariant("endpoint", "variant-" + i, 1, false))
              .toList());
  private final Prompt prompt = prompt();
  private final PrefixChain chain = hasher.chain(prompt);
  private final TableView view = view();

  /** The chain of hashes alone. */
  @Benchmark
  public PrefixChain key() {
    return hasher.chain(prompt);
  }

  /** The decision alone. */
  @Benchmark
  public RoutingDecision decide() {
    return policy.decide(context(chain));
  }

  /** Both. */
  @Benchmark
  public RoutingDecision keyAndDecide() {
    return policy.decide(context(hasher.chain(prompt)));
  }

  private RoutingContext context(PrefixChain keyed) {
    return new RoutingContext(keyed, view, fleet, FACTS, NOW, 1);
  }

  private static Prompt prompt() {
    List<Segment> segments = new ArrayList<>();
    segments.add(Segment.ofText(Segment.SYSTEM, "You are a helpful clerk. ".repeat(320)));
    for (int i = 0; i * MESSAGE_BYTES < BODY_BYTES - 8000; i++) {
      String text = ("message " + i + " ").repeat(MESSAGE_BYTES / 8).substring(0, MESSAGE_BYTES);
      segments.add(Segment.ofText(i % 2 == 0 ? "user" : "assistant", text));
    }
    return new Prompt(Scope.ofModel("default"), segments, "");
  }

  /** Every anchor has as many owners as a row can hold, every target some load. */
  private TableView view() {
    Map<PrefixHash, PrefixRow> rows = new HashMap<>();
    for (Anchor anchor : chain.anchors()) {
      List<Owner> owners =
          fleet.targets().stream()
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
