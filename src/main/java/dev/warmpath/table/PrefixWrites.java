package dev.warmpath.table;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.TableWrite.RecordOwner;
import dev.warmpath.router.port.TableWrite.SpendClaim;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The writes to prefix rows.
 *
 * <p>The version grows with every change of who is in the row, never with a touch: so a condition
 * on it protects a claim from every owner it did not see, and an eviction from every owner it did
 * not weigh, while touches never disturb anybody.
 */
final class PrefixWrites {
  /** What one write unit pays for. */
  static final int MAX_BYTES = 1024;

  private static final long FIRST_VERSION = 1;

  private PrefixWrites() {}

  /** A claim; it also wins against a row that is past its end but not deleted yet. */
  static ItemWrite claim(ClaimRequest request, Instant now) {
    return new ItemWrite(
        RowKeys.prefix(request.pool(), request.anchor().hash()),
        Condition.any(
            new Condition.Missing(Item.KEY),
            new Condition.EqualTo(PrefixRowCodec.VERSION, request.expectedVersion()),
            isOver(now)),
        new ItemWrite.Replace(PrefixRowCodec.encode(request.pool(), claimed(request))));
  }

  /** The row that a claim writes. */
  static PrefixRow claimed(ClaimRequest request) {
    return new PrefixRow(
        request.anchor().hash(),
        request.anchor().depthBytes(),
        Bounds.count(request.expectedVersion()) + 1,
        List.of(request.owner()),
        request.expiresAt());
  }

  /** The first try at recording an owner: it serves a new row, and an owner that is in the row. */
  static ItemWrite touch(RecordOwner record, Instant now) {
    String name = PrefixRowCodec.ownerName(record.update().owner().target());
    return new ItemWrite(
        key(record),
        Condition.any(
            new Condition.Missing(Item.KEY),
            Condition.all(
                new Condition.Present(name),
                new Condition.MoreThan(Item.TTL, Bounds.seconds(now)))),
        new ItemWrite.Change(
            entry(record),
            Map.of(PrefixRowCodec.VERSION, Attribute.of(FIRST_VERSION)),
            Map.of(),
            Set.of()));
  }

  /**
   * The second try, knowing the row: the owner joins it, in the place of those used longest ago
   * where it does not fit beside them; or it replaces a row that is past its end.
   *
   * @return empty if the row has no place for this owner
   */
  static Optional<ItemWrite> join(RecordOwner record, PrefixRow row, boolean whole, Instant now) {
    if (!row.expiresAt().isAfter(now)) {
      return Optional.of(replacement(record, row, List.of(record.update().owner()), isOver(now)));
    }
    List<Owner> kept = fitting(record, row);
    if (!kept.contains(record.update().owner())) {
      return Optional.empty();
    }
    Condition unchanged = new Condition.EqualTo(PrefixRowCodec.VERSION, row.version());
    // Parts that nobody understands weigh too: the row is written anew without them.
    return Optional.of(
        whole
            ? new ItemWrite(key(record), unchanged, joining(record, row, kept))
            : replacement(record, row, kept, unchanged));
  }

  private static ItemWrite replacement(
      RecordOwner record, PrefixRow old, List<Owner> owners, Condition condition) {
    PrefixRow row =
        new PrefixRow(
            old.hash(),
            record.update().anchor().depthBytes(),
            old.version() + 1,
            owners,
            record.update().expiresAt());
    return new ItemWrite(
        key(record), condition, new ItemWrite.Replace(PrefixRowCodec.encode(record.pool(), row)));
  }

  private static ItemWrite.Effect joining(RecordOwner record, PrefixRow row, List<Owner> kept) {
    Set<String> evicted =
        row.owners().stream()
            .map(Owner::target)
            .filter(t -> kept.stream().noneMatch(o -> o.target().equals(t)))
            .map(PrefixRowCodec::ownerName)
            .collect(Collectors.toCollection(HashSet::new));
    return new ItemWrite.Change(
        entry(record), Map.of(), Map.of(PrefixRowCodec.VERSION, 1L), evicted);
  }

  /** Writes a claim back, unless the row's owners have changed since it was read. */
  static ItemWrite spend(SpendClaim spend) {
    RecordOwner record = new RecordOwner(spend.pool(), spend.spent().update());
    return new ItemWrite(
        key(record),
        Condition.all(
            new Condition.Present(
                PrefixRowCodec.ownerName(spend.spent().update().owner().target())),
            new Condition.EqualTo(PrefixRowCodec.VERSION, spend.spent().expectedVersion())),
        new ItemWrite.Change(
            entry(record), Map.of(), Map.of(PrefixRowCodec.VERSION, 1L), Set.of()));
  }

  /** The most recently used owners, the new one among them if it is one, that fit into an item. */
  private static List<Owner> fitting(RecordOwner record, PrefixRow row) {
    Owner owner = record.update().owner();
    List<Owner> owners = new ArrayList<>(row.owners());
    owners.removeIf(o -> o.target().equals(owner.target()));
    owners.sort(PrefixRowCodec.LATEST_FIRST);
    // In front of those of the same instant: the newcomer is known to be in use.
    int place = (int) owners.stream().filter(o -> o.lastUse().isAfter(owner.lastUse())).count();
    owners.add(place, owner);
    while (!owners.isEmpty() && !fits(record.pool(), row.hash(), owners)) {
      owners.removeLast();
    }
    return owners;
  }

  /** Whether a row of these owners is small enough, whatever their numbers grow to. */
  static boolean fits(String pool, PrefixHash hash, List<Owner> owners) {
    return owners.size() <= PrefixRow.MAX_OWNERS
        && PrefixRowCodec.largestBytes(pool, hash, owners) <= MAX_BYTES;
  }

  private static Map<String, Attribute> entry(RecordOwner record) {
    Owner owner = record.update().owner();
    return Map.of(
        PrefixRowCodec.ownerName(owner.target()),
        PrefixRowCodec.encode(owner),
        PrefixRowCodec.DEPTH,
        Attribute.of(record.update().anchor().depthBytes()),
        Item.TTL,
        Attribute.of(Bounds.seconds(record.update().expiresAt())));
  }

  private static Condition isOver(Instant now) {
    return new Condition.AtMost(Item.TTL, Bounds.seconds(now));
  }

  private static String key(RecordOwner record) {
    return RowKeys.prefix(record.pool(), record.update().anchor().hash());
  }
}
