package dev.warmpath.sim.warmpath;

import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableWrite.BumpGeneration;
import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.LeaseProbe;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.Feedback.ColdClaims;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Learned;
import dev.warmpath.routing.TargetRow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rules for target rows of {@link dev.warmpath.table.ItemTable}, over rows in place of items.
 */
final class TargetRowRules {
  private TargetRowRules() {}

  /** The row with a request's work added. */
  static TargetRow started(TargetRow row, Work work, Instant now) {
    return worked(row, work, 1, 0, now);
  }

  /** The row with a request's work taken off and all that its end tells. */
  static TargetRow ended(TargetRow row, EndWork end, Instant now) {
    return worked(row, end.work(), -1, Math.max(0, end.insertedTokens()), now)
        .with(health(row.health(), end.ending(), now))
        .with(learned(row.learned(), end.feedback()));
  }

  /** The row with its probe leased; empty if another probe runs. */
  static Optional<TargetRow> probed(TargetRow row, LeaseProbe probe) {
    Instant until = row.health().probeUntil();
    // One that ends later than any may was set by a wrong clock.
    Instant latest = probe.until().plus(Duration.between(probe.now(), probe.until()));
    return until.isAfter(probe.now()) && !until.isAfter(latest)
        ? Optional.empty()
        : Optional.of(row.with(row.health().probedUntil(probe.until())));
  }

  /** The row in its next generation; empty if somebody else has begun it. */
  static Optional<TargetRow> bumped(TargetRow row, BumpGeneration bump) {
    if (row.generation() != bump.generationRead()) {
      return Optional.empty();
    }
    Learned learned = row.learned();
    return Optional.of(
        new TargetRow(
            row.target(),
            row.clock(),
            row.generation() + 1,
            row.prefill(),
            row.sequences(),
            row.context(),
            row.inserted(),
            row.draining(),
            row.health(),
            new Learned(learned.capacityTokens(), learned.prefillTokensPerSecond(), 0, 0)));
  }

  private static TargetRow worked(TargetRow row, Work work, int sign, long inserted, Instant now) {
    long second = TargetRow.prefillBucket(work.startedAt());
    long minutes = TargetRow.sequenceBucket(work.startedAt());
    long thisSecond = TargetRow.prefillBucket(now);
    long theseMinutes = TargetRow.sequenceBucket(now);
    long prefill = sign * Math.max(0, work.prefillTokens());
    long context = sign * Math.max(0, work.contextTokens());
    return new TargetRow(
        row.target(),
        row.clock() + inserted,
        row.generation(),
        sum(row.prefill(), second, prefill, thisSecond, TargetRow.PREFILL_BUCKETS),
        sum(row.sequences(), minutes, sign, theseMinutes, TargetRow.SEQUENCE_BUCKETS),
        sum(row.context(), minutes, context, theseMinutes, TargetRow.SEQUENCE_BUCKETS),
        sum(row.inserted(), theseMinutes, inserted, theseMinutes, TargetRow.SEQUENCE_BUCKETS),
        row.draining(),
        row.health(),
        row.learned());
  }

  /** Buckets with an amount added to one of them, and without those past their horizon. */
  private static Map<Long, Long> sum(
      Map<Long, Long> buckets, long bucket, long amount, long current, long horizon) {
    Map<Long, Long> sum = new HashMap<>(2 * buckets.size() + 2);
    for (Map.Entry<Long, Long> entry : buckets.entrySet()) {
      if (Math.abs(entry.getKey() - current) < horizon) {
        sum.put(entry.getKey(), entry.getValue());
      }
    }
    if (amount != 0 && Math.abs(bucket - current) < horizon) {
      sum.merge(bucket, amount, Long::sum);
    }
    return sum;
  }

  private static Health health(Health old, Ending ending, Instant now) {
    return switch (ending) {
      case Ending.Answered() -> new Health(0, Instant.EPOCH, Instant.EPOCH, old.busyUntil());
      case Ending.Fault() ->
          new Health(
              old.faults() + 1, now.plus(Breaker.OPEN_TIME), old.probeUntil(), old.busyUntil());
      case Ending.Busy(Duration retryAfter) ->
          new Health(
              old.faults(), old.openUntil(), old.probeUntil(), now.plus(bounded(retryAfter)));
      case Ending.Neutral() -> old;
    };
  }

  private static Duration bounded(Duration retryAfter) {
    if (retryAfter.isNegative()) {
      return Duration.ZERO;
    }
    return retryAfter.compareTo(Health.LONGEST_BUSY_TIME) < 0
        ? retryAfter
        : Health.LONGEST_BUSY_TIME;
  }

  private static Learned learned(Learned old, Feedback feedback) {
    long claims = old.coldClaims();
    long since = old.coldSince();
    switch (feedback.coldClaims()) {
      case ColdClaims.Same() -> {}
      case ColdClaims.Another() -> claims++;
      case ColdClaims.First(long clock) -> {
        claims = 1;
        since = clock;
      }
      case ColdClaims.Cleared() -> {
        claims = 0;
        since = 0;
      }
    }
    return new Learned(
        feedback.capacityTokens() > 0 ? feedback.capacityTokens() : old.capacityTokens(),
        feedback.prefillTokensPerSecond() > 0
            ? feedback.prefillTokensPerSecond()
            : old.prefillTokensPerSecond(),
        claims,
        since);
  }
}
