package dev.warmpath.router.port;

import dev.warmpath.routing.CacheTruth;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.TargetId;
import java.time.Instant;

/** One write that nobody waits for. */
public sealed interface TableWrite {
  /**
   * Puts one owner's entry into a prefix row, which is made if there is none or it is past its end.
   * A touch of an owner that stands in the row leaves the others and the version alone; an owner
   * that joins the row raises the version, so that no claim overwrites it unseen.
   *
   * <p>A row has room for {@link dev.warmpath.routing.PrefixRow#MAX_OWNERS} owners, and for fewer
   * whose names are longer than 55 letters, so that its item stays within 1 KB. An owner that does
   * not fit takes the place of those used longest ago. {@link WriteResult.Refused} if all others
   * were used later than it, if its name alone fills a row, or if somebody else changed the row's
   * owners at the same moment.
   *
   * @param pool the name of the prompts' scope
   * @param update row and entry
   */
  record RecordOwner(String pool, PrefixUpdate update) implements TableWrite {}

  /**
   * Adds a request's work to its target.
   *
   * @param target where
   * @param work what
   */
  record StartWork(TargetId target, Work work) implements TableWrite {}

  /**
   * Takes a request's work off its target, moves the cache clock and says what the call has shown.
   *
   * <p>{@link Ending.Answered} forgives all faults. {@link Ending.Fault} adds one and sets the end
   * of the breaker's open time, which counts only while the faults are many. {@link Ending.Busy}
   * sets the end of the busy time, at most {@link dev.warmpath.routing.Health#LONGEST_BUSY_TIME}
   * ahead.
   *
   * @param target where
   * @param work what was added at the start
   * @param insertedTokens tokens that entered the cache: uncached prompt tokens and output tokens
   * @param ending how the call ended
   * @param feedback what its answer teaches
   */
  record EndWork(TargetId target, Work work, long insertedTokens, Ending ending, Feedback feedback)
      implements TableWrite {}

  /**
   * Takes the right to try a target whose breaker is half open. Refused while another probe runs.
   *
   * @param target which
   * @param now the router's time
   * @param until the probe's end
   */
  record LeaseProbe(TargetId target, Instant now, Instant until) implements TableWrite {}

  /**
   * Makes all claims on a target void, since its cache began anew, and forgets its cold claims.
   * Refused if somebody else has done so since.
   *
   * @param target which
   * @param generationRead the generation whose claims were found void
   */
  record BumpGeneration(TargetId target, long generationRead) implements TableWrite {}

  /**
   * Writes a claim back that was taken as evidence about its target's cache, so that it is taken
   * once. Refused if the row is another one or any owner has joined or spent a claim since it was
   * read; the version grows by one.
   *
   * @param pool the name of the prompts' scope
   * @param spent the claim
   */
  record SpendClaim(String pool, CacheTruth.Spent spent) implements TableWrite {}

  /**
   * Takes the right to ask SageMaker about an endpoint, if nobody holds it.
   *
   * <p>Refused while another lease runs, or when the fleet was described since {@code now} less the
   * refresh interval. A time further ahead than a lease or that interval may lie stems from a wrong
   * clock and counts for nothing.
   *
   * @param endpoint which
   * @param now the router's time
   * @param until the lease's end
   */
  record LeaseFleet(String endpoint, Instant now, Instant until) implements TableWrite {}

  /**
   * Publishes what SageMaker said; ends the lease.
   *
   * @param row the endpoint's targets
   */
  record PutFleet(FleetRow row) implements TableWrite {}

  /**
   * A request's share of its target's load.
   *
   * @param startedAt when it started: names the buckets
   * @param prefillTokens uncached prompt tokens, in tokens of short context, at least 0
   * @param contextTokens prompt and expected output tokens, at least 0
   */
  record Work(Instant startedAt, long prefillTokens, long contextTokens) {
    /** This work with another amount of prefill. */
    public Work withPrefill(long tokens) {
      return new Work(startedAt, tokens, contextTokens);
    }
  }
}
