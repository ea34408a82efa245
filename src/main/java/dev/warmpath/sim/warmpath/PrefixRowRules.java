package dev.warmpath.sim.warmpath;

import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.TableWrite.RecordOwner;
import dev.warmpath.router.port.TableWrite.SpendClaim;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.table.PrefixRowCodec;
import dev.warmpath.table.RowLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rules for prefix rows of {@link dev.warmpath.table.ItemTable}, over rows in place of items.
 */
final class PrefixRowRules {
  private PrefixRowRules() {}

  /** The row that a claim writes; empty if it loses. */
  static Optional<PrefixRow> claimed(Optional<PrefixRow> old, ClaimRequest request, Instant now) {
    boolean wins =
        old.map(r -> r.version() == request.expectedVersion() || isOver(r, now)).orElse(true);
    return wins
        ? Optional.of(
            new PrefixRow(
                request.anchor().hash(),
                request.anchor().depthBytes(),
                Math.max(0, request.expectedVersion()) + 1,
                List.of(request.owner()),
                request.expiresAt()))
        : Optional.empty();
  }

  /** Whether an owner is in a live row already, so that recording it is but a touch. */
  static boolean isTouch(Optional<PrefixRow> old, RecordOwner record, Instant now) {
    return old.filter(row -> !isOver(row, now))
        .flatMap(row -> row.owner(record.update().owner().target()))
        .isPresent();
  }

  /** The row with an owner's entry in it; empty if the row has no place for it. */
  static Optional<PrefixRow> recorded(Optional<PrefixRow> old, RecordOwner record, Instant now) {
    PrefixUpdate update = record.update();
    List<Owner> alone = List.of(update.owner());
    if (old.isEmpty()) {
      return Optional.of(row(update, 1, alone));
    }
    PrefixRow row = old.get();
    if (isOver(row, now)) {
      return Optional.of(row(update, row.version() + 1, alone));
    }
    if (isTouch(old, record, now)) {
      return Optional.of(row(update, row.version(), replaced(row, update.owner())));
    }
    List<Owner> kept = fitting(record, row);
    return kept.contains(update.owner())
        ? Optional.of(row(update, row.version() + 1, kept))
        : Optional.empty();
  }

  /** The row with a claim written back; empty if somebody else has changed its owners. */
  static Optional<PrefixRow> spent(Optional<PrefixRow> old, SpendClaim spend) {
    PrefixUpdate update = spend.spent().update();
    return old.filter(row -> row.version() == spend.spent().expectedVersion())
        .filter(row -> row.owner(update.owner().target()).isPresent())
        .map(row -> row(update, row.version() + 1, replaced(row, update.owner())));
  }

  private static PrefixRow row(PrefixUpdate update, long version, List<Owner> owners) {
    return new PrefixRow(
        update.anchor().hash(), update.anchor().depthBytes(), version, owners, update.expiresAt());
  }

  private static List<Owner> replaced(PrefixRow row, Owner owner) {
    List<Owner> owners = new ArrayList<>(row.owners());
    owners.removeIf(o -> o.target().equals(owner.target()));
    owners.add(owner);
    owners.sort(PrefixRowCodec.LATEST_FIRST);
    return owners;
  }

  /** The most recently used owners that fit, the newcomer before those of the same instant. */
  private static List<Owner> fitting(RecordOwner record, PrefixRow row) {
    Owner owner = record.update().owner();
    List<Owner> owners = new ArrayList<>(row.owners());
    owners.sort(PrefixRowCodec.LATEST_FIRST);
    int place = (int) owners.stream().filter(o -> o.lastUse().isAfter(owner.lastUse())).count();
    owners.add(place, owner);
    while (!owners.isEmpty() && !RowLimits.fits(record.pool(), row.hash(), owners)) {
      owners.removeLast();
    }
    return owners;
  }

  private static boolean isOver(PrefixRow row, Instant now) {
    return !row.expiresAt().isAfter(now);
  }
}
