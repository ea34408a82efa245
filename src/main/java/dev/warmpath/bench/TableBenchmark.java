package dev.warmpath.bench;

import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.TargetId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Rows to items and back, with all rules of the table, over a store in memory: the read of eight
 * anchors, each with eight owners, and eight targets; and each write.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class TableBenchmark {
  private static final int ROWS = 8;
  private static final int LOAD_BUCKETS = 8;
  private static final Instant NOW = Instant.EPOCH.plus(Duration.ofDays(20_000));
  private static final Instant END = NOW.plus(Duration.ofHours(1));
  private static final String POOL = "5ca1ab1e00000000";

  private final AffinityTable table = new InMemoryAffinityTable(InstantSource.fixed(NOW));
  private final List<Anchor> anchors =
      IntStream.range(0, ROWS)
          .mapToObj(i -> new Anchor(1024 << i, new PrefixHash(0x5ca1ab1eL * (i + 1), i)))
          .toList();
  private final List<TargetId> targets =
      IntStream.range(0, ROWS).mapToObj(i -> new TargetId("endpoint/variant-" + i)).toList();
  private final Anchor claimed = new Anchor(4096, new PrefixHash(1, 2));
  private final Work work = new Work(NOW, 2000, 8000);
  private long version;

  /** Fills the table. */
  @Setup
  public void fill() {
    for (TargetId target : targets) {
      anchors.forEach(anchor -> table.write(record(anchor, target)));
      for (int i = 0; i < LOAD_BUCKETS; i++) {
        Work earlier = new Work(NOW.minus(Duration.ofMinutes(i)), 2000, 8000);
        table.write(new TableWrite.StartWork(target, earlier));
        table.write(new TableWrite.StartWork(target, new Work(NOW.minusSeconds(i), 2000, 8000)));
      }
    }
  }

  /** The rows of one request. */
  @Benchmark
  public TableRead read() {
    return table.read(new TableQuery(POOL, anchors, targets, List.of(), NOW));
  }

  /** The claim of a new prefix, won. */
  @Benchmark
  public ClaimResult claim() {
    return table.claim(
        new ClaimRequest(POOL, claimed, version++, owner(claimed, targets.getFirst()), END));
  }

  /** A touch of a row that the owner stands in. */
  @Benchmark
  public WriteResult touch() {
    return table.write(record(anchors.getLast(), targets.getFirst()));
  }

  /** Both writes to a target's row. */
  @Benchmark
  public WriteResult startAndEnd() {
    TargetId target = targets.getFirst();
    table.write(new TableWrite.StartWork(target, work));
    return table.write(
        new TableWrite.EndWork(target, work, 1000, new Ending.Answered(), Feedback.NONE));
  }

  private static TableWrite record(Anchor anchor, TargetId target) {
    return new TableWrite.RecordOwner(POOL, new PrefixUpdate(anchor, owner(anchor, target), END));
  }

  private static Owner owner(Anchor anchor, TargetId target) {
    return new Owner(target, 123_456, 1, NOW, Optional.of(anchor), true);
  }
}
