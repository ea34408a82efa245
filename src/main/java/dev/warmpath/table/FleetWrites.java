package dev.warmpath.table;

import dev.warmpath.router.port.TableWrite.LeaseFleet;
import dev.warmpath.router.port.TableWrite.PutFleet;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** The writes to fleet rows. */
final class FleetWrites {
  /**
   * How old a description may be before it may be asked for again: the router's own interval, which
   * this package does not see. The contract test holds the two together.
   */
  static final Duration REFRESH = Duration.ofSeconds(15);

  /** How long a fleet's row outlives its last write. */
  static final Duration TTL = Duration.ofDays(1);

  private FleetWrites() {}

  /**
   * Takes the lease, unless somebody holds it or the description is fresh; times further ahead than
   * any may be were set by a wrong clock.
   */
  static ItemWrite lease(LeaseFleet write) {
    Instant latest = write.until().plus(Duration.between(write.now(), write.until()));
    return new ItemWrite(
        RowKeys.fleet(write.endpoint()),
        Condition.all(
            Condition.absentOrOutside(FleetRowCodec.LEASE_UNTIL, write.now(), latest),
            Condition.absentOrOutside(
                FleetRowCodec.DESCRIBED_AT, write.now().minus(REFRESH), write.now().plus(REFRESH))),
        new ItemWrite.Change(
            Map.of(
                FleetRowCodec.LEASE_UNTIL,
                Attribute.of(Bounds.millis(write.until())),
                Item.TTL,
                Attribute.of(Bounds.seconds(write.now().plus(TTL)))),
            Map.of(),
            Map.of(),
            Set.of()));
  }

  /** Publishes a description. */
  static ItemWrite put(PutFleet write) {
    return new ItemWrite(
        RowKeys.fleet(write.row().endpoint()),
        Condition.none(),
        new ItemWrite.Replace(
            FleetRowCodec.encode(write.row(), write.row().describedAt().plus(TTL))));
  }
}
