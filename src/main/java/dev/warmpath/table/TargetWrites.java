package dev.warmpath.table;

import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.TargetRowCodec.Bucket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The writes to target rows: additions, and the removal of buckets that count for nobody. */
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
    Map<String, Long> additions = new HashMap<>();
    add(additions, write.work(), 1, now);
    return write(write.target(), additions, dead, now);
  }

  /**
   * Takes a request's work off and moves the clock. What lies in a bucket that has passed its
   * horizon is gone already.
   *
   * @param dead buckets to remove
   */
  static ItemWrite end(EndWork write, Set<String> dead, Instant now) {
    Map<String, Long> additions = new HashMap<>();
    long inserted = Bounds.count(write.insertedTokens());
    additions.put(TargetRowCodec.CLOCK, inserted);
    add(additions, Bucket.INSERTED, now, inserted, now);
    add(additions, write.work(), -1, now);
    return write(write.target(), additions, dead, now);
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

  private static ItemWrite write(
      TargetId target, Map<String, Long> additions, Set<String> dead, Instant now) {
    return new ItemWrite(
        RowKeys.target(target),
        Condition.none(),
        new ItemWrite.Change(
            Map.of(Item.TTL, Attribute.of(Bounds.seconds(now.plus(TTL)))),
            Map.of(),
            additions,
            dead));
  }
}
