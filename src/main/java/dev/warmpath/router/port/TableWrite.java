package dev.warmpath.router.port;

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
   * Takes a request's work off its target and moves the cache clock.
   *
   * @param target where
   * @param work what was added at the start
   * @param insertedTokens tokens that entered the cache: uncached prompt tokens and output tokens
   */
  record EndWork(TargetId target, Work work, long insertedTokens) implements TableWrite {}

  /**
   * Takes the right to ask SageMaker about an endpoint, if nobody holds it.
   *
   * <p>Refused while another lease runs, or when the fleet was described since {@code now} less the
   * refresh interval.
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
   * @param prefillTokens uncached prompt tokens, at least 0
   * @param contextTokens prompt and expected output tokens, at least 0
   */
  record Work(Instant startedAt, long prefillTokens, long contextTokens) {}
}
