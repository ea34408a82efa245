package dev.warmpath.table;

import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableWrite.BumpGeneration;
import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.LeaseProbe;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.Feedback.ColdClaims;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.TargetRowCodec.Bucket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The writes to target rows: mostly additions, which commute, so that no write needs a read. */
final class TargetWrites {
  /**
   * How long a target's row outlives its last write. Much longer than a prefix row lives: a clock
   * that began again at 0 would make older claims look warm.
   */
  static final Duration TTL = Duration.ofDays(7);

  private TargetWrites() {}

  /**
   * Adds a request's work.
   *
   * @param dead buckets to remove
   */
  static ItemWrite start(StartWork write, Set<String> dead, Instant now) {
    Changes changes = new Changes(now, dead);
    add(changes.add, write.work(), 1, now);
    return changes.of(write.target(), Condition.none());
  }

  /**
   * Takes a request's work off, moves the clock and tells what the call has shown. What lies in a
   * bucket that has passed its horizon is gone already.
   *
   * @param dead buckets to remove
   */
  static ItemWrite end(EndWork write, Set<String> dead, Instant now) {
    Changes changes = new Changes(now, dead);
    long inserted = Bounds.count(write.insertedTokens());
    changes.add.put(TargetRowCodec.CLOCK, inserted);
    add(changes.add, Bucket.INSERTED, now, inserted, now);
    add(changes.add, write.work(), -1, now);
    tell(changes, write.ending(), now);
    tell(changes, write.feedback());
    return changes.of(write.target(), Condition.none());
  }

  /**
   * Takes the probe, unless one runs; one that ends later than any may was set by a wrong clock.
   */
  static ItemWrite probe(LeaseProbe write) {
    Changes changes = new Changes(write.now(), Set.of());
    changes.set.put(TargetRowCodec.PROBE_UNTIL, Attribute.of(Bounds.millis(write.until())));
    Instant latest = write.until().plus(Duration.between(write.now(), write.until()));
    return changes.of(
        write.target(), Condition.absentOrOutside(TargetRowCodec.PROBE_UNTIL, write.now(), latest));
  }

  /** Begins the next generation, unless somebody else has. */
  static ItemWrite bump(BumpGeneration write, Instant now) {
    long read = write.generationRead();
    Changes changes = new Changes(now, Set.of());
    changes.set.put(
        TargetRowCodec.GENERATION, Attribute.of(Math.clamp(read + 1, 0, Bounds.GENERATION)));
    changes.remove.add(TargetRowCodec.COLD_CLAIMS);
    changes.remove.add(TargetRowCodec.COLD_SINCE);
    Condition isSame = new Condition.EqualTo(TargetRowCodec.GENERATION, read);
    return changes.of(
        write.target(),
        read == 0
            ? Condition.any(new Condition.Missing(TargetRowCodec.GENERATION), isSame)
            : isSame);
  }

  private static void tell(Changes changes, Ending ending, Instant now) {
    switch (ending) {
      case Ending.Answered() ->
          changes.remove.addAll(
              List.of(
                  TargetRowCodec.FAULTS, TargetRowCodec.OPEN_UNTIL, TargetRowCodec.PROBE_UNTIL));
      case Ending.Fault() -> {
        changes.add.put(TargetRowCodec.FAULTS, 1L);
        changes.set.put(
            TargetRowCodec.OPEN_UNTIL, Attribute.of(Bounds.millis(now.plus(Breaker.OPEN_TIME))));
      }
      case Ending.Busy(Duration retryAfter) -> {
        long millis =
            retryAfter.compareTo(Health.LONGEST_BUSY_TIME) < 0
                ? Math.max(0, retryAfter.toMillis())
                : Health.LONGEST_BUSY_TIME.toMillis();
        changes.set.put(
            TargetRowCodec.BUSY_UNTIL, Attribute.of(Bounds.millis(now.plusMillis(millis))));
      }
      case Ending.Neutral() -> {}
    }
  }

  private static void tell(Changes changes, Feedback feedback) {
    if (feedback.capacityTokens() > 0) {
      changes.set.put(
          TargetRowCodec.CAPACITY, Attribute.of(Bounds.count(feedback.capacityTokens())));
    }
    if (feedback.prefillTokensPerSecond() > 0) {
      changes.set.put(
          TargetRowCodec.PREFILL_RATE,
          Attribute.of(Math.min(feedback.prefillTokensPerSecond(), Bounds.RATE)));
    }
    switch (feedback.coldClaims()) {
      case ColdClaims.Same() -> {}
      case ColdClaims.Another() -> changes.add.put(TargetRowCodec.COLD_CLAIMS, 1L);
      case ColdClaims.First(long since) -> {
        changes.set.put(TargetRowCodec.COLD_CLAIMS, Attribute.of(1));
        changes.set.put(TargetRowCodec.COLD_SINCE, Attribute.of(Bounds.count(since)));
      }
      case ColdClaims.Cleared() ->
          changes.remove.addAll(List.of(TargetRowCodec.COLD_CLAIMS, TargetRowCodec.COLD_SINCE));
    }
  }

  private static void add(Map<String, Long> additions, Work work, int sign, Instant now) {
    add(
        additions,
        Bucket.PREFILL,
        work.startedAt(),
        sign * Bounds.count(work.prefillTokens()),
        now);
    add(additions, Bucket.SEQUENCES, work.startedAt(), sign, now);
    add(
        additions,
        Bucket.CONTEXT,
        work.startedAt(),
        sign * Bounds.count(work.contextTokens()),
        now);
  }

  private static void add(
      Map<String, Long> additions, Bucket kind, Instant startedAt, long amount, Instant now) {
    long number = kind.at(startedAt);
    if (amount != 0 && kind.isLive(number, now)) {
      additions.put(kind.name(number), amount);
    }
  }

  /** What is put together for one row. */
  private static final class Changes {
    private final Map<String, Attribute> set = new HashMap<>();
    private final Map<String, Long> add = new HashMap<>();
    private final Set<String> remove;

    Changes(Instant now, Set<String> dead) {
      set.put(Item.TTL, Attribute.of(Bounds.seconds(now.plus(TTL))));
      remove = new HashSet<>(dead);
    }

    ItemWrite of(TargetId target, Condition condition) {
      return new ItemWrite(
          RowKeys.target(target), condition, new ItemWrite.Change(set, Map.of(), add, remove));
    }
  }
}
