package dev.warmpath.table;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.TableView;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The affinity table over a store of items: all of its rules, whatever the store.
 *
 * <p>Calls take as long as the store takes. Safe for any number of threads.
 */
public final class ItemTable implements AffinityTable {
  private final ItemStore store;
  private final UnitMeter meter;
  private final InstantSource clock;
  private final Consumer<Trouble> troubles;
  private final SeenTargets seen = new SeenTargets();

  /**
   * Makes a table.
   *
   * @param store where the items are
   * @param meter what the store counts into
   * @param clock decides at a write what is past its end
   * @param troubles told of every row that could not be understood
   */
  public ItemTable(
      ItemStore store, UnitMeter meter, InstantSource clock, Consumer<Trouble> troubles) {
    this.store = store;
    this.meter = meter;
    this.clock = clock;
    this.troubles = troubles;
  }

  @Override
  public TableRead read(TableQuery query) {
    Set<String> keys = new LinkedHashSet<>();
    query.anchors().forEach(a -> keys.add(RowKeys.prefix(query.pool(), a.hash())));
    query.targets().forEach(t -> keys.add(RowKeys.target(t)));
    query.endpoints().forEach(e -> keys.add(RowKeys.fleet(e)));
    if (keys.isEmpty()) {
      return new TableRead.Rows(TableView.EMPTY, List.of());
    }
    return switch (store.read(keys)) {
      case ItemStore.Read.Found(Map<String, Item> items) -> rows(query, items);
      case ItemStore.Read.Failed(Degradation reason) -> new TableRead.Unavailable(reason);
    };
  }

  @Override
  public ClaimResult claim(ClaimRequest request) {
    PrefixHash hash = request.anchor().hash();
    if (!PrefixWrites.fits(request.pool(), hash, List.of(request.owner()))) {
      return new ClaimResult.Unavailable(Degradation.FAILED);
    }
    return switch (store.write(PrefixWrites.claim(request, clock.instant()))) {
      case ItemStore.Written.Done(Item after) ->
          row(PrefixRowCodec.decode(hash, after))
              .<ClaimResult>map(ClaimResult.Won::new)
              .orElse(new ClaimResult.Unavailable(Degradation.FAILED));
      case ItemStore.Written.Blocked(Optional<Item> before) ->
          before
              .flatMap(item -> row(PrefixRowCodec.decode(hash, item)))
              .<ClaimResult>map(ClaimResult.Lost::new)
              .orElse(new ClaimResult.Unavailable(Degradation.FAILED));
      case ItemStore.Written.Failed(Degradation reason) -> new ClaimResult.Unavailable(reason);
    };
  }

  @Override
  public WriteResult write(TableWrite write) {
    Instant now = clock.instant();
    return switch (write) {
      case TableWrite.RecordOwner record -> record(record, now);
      case TableWrite.StartWork start ->
          work(
              start.target(),
              TargetWrites.start(start, seen.deadBuckets(start.target(), now), now),
              now);
      case TableWrite.EndWork end ->
          work(end.target(), TargetWrites.end(end, seen.deadBuckets(end.target(), now), now), now);
      case TableWrite.LeaseProbe probe -> plain(store.write(TargetWrites.probe(probe)));
      case TableWrite.BumpGeneration bump -> plain(store.write(TargetWrites.bump(bump, now)));
      case TableWrite.SpendClaim spend -> plain(store.write(PrefixWrites.spend(spend)));
      case TableWrite.LeaseFleet lease -> plain(store.write(FleetWrites.lease(lease)));
      case TableWrite.PutFleet put -> plain(store.write(FleetWrites.put(put)));
    };
  }

  @Override
  public TableUnits units() {
    return meter.units();
  }

  private TableRead rows(TableQuery query, Map<String, Item> items) {
    Map<PrefixHash, PrefixRow> prefixes = new HashMap<>();
    for (Anchor anchor : query.anchors()) {
      live(items, RowKeys.prefix(query.pool(), anchor.hash()), query.now())
          .flatMap(item -> row(PrefixRowCodec.decode(anchor.hash(), item)))
          .ifPresent(row -> prefixes.put(row.hash(), row));
    }
    Map<TargetId, TargetRow> targets = new HashMap<>();
    for (TargetId target : query.targets()) {
      live(items, RowKeys.target(target), query.now())
          .flatMap(item -> targetRow(target, item, query.now()))
          .ifPresent(row -> targets.put(target, row));
    }
    List<FleetRow> fleets = new ArrayList<>();
    for (String endpoint : query.endpoints()) {
      live(items, RowKeys.fleet(endpoint), query.now())
          .flatMap(item -> row(FleetRowCodec.decode(endpoint, item)))
          .ifPresent(fleets::add);
    }
    return new TableRead.Rows(new TableView(prefixes, targets), fleets);
  }

  private WriteResult record(TableWrite.RecordOwner record, Instant now) {
    PrefixHash hash = record.update().anchor().hash();
    if (!PrefixWrites.fits(record.pool(), hash, List.of(record.update().owner()))) {
      return new WriteResult.Refused();
    }
    ItemWrite touch = PrefixWrites.touch(record, now);
    ItemStore.Written first = store.write(touch);
    if (!(first instanceof ItemStore.Written.Blocked(Optional<Item> before))) {
      return plain(first);
    }
    Optional<ItemWrite> second =
        before.isEmpty()
            ? Optional.of(touch)
            : before.flatMap(item -> join(record, PrefixRowCodec.decode(hash, item), now));
    return second.map(w -> plain(store.write(w))).orElse(new WriteResult.Refused());
  }

  private Optional<ItemWrite> join(
      TableWrite.RecordOwner record, Decoded<PrefixRow> decoded, Instant now) {
    return row(decoded).flatMap(r -> PrefixWrites.join(record, r, decoded.isWhole(), now));
  }

  private WriteResult work(TargetId target, ItemWrite write, Instant now) {
    return switch (store.write(write)) {
      case ItemStore.Written.Done(Item after) ->
          targetRow(target, after, now)
              .<WriteResult>map(WriteResult.Fresh::new)
              .orElse(new WriteResult.Unavailable(Degradation.FAILED));
      case ItemStore.Written.Blocked(var before) -> new WriteResult.Refused();
      case ItemStore.Written.Failed(Degradation reason) -> new WriteResult.Unavailable(reason);
    };
  }

  private Optional<TargetRow> targetRow(TargetId target, Item item, Instant now) {
    seen.saw(target, item);
    return row(TargetRowCodec.decode(target, item, now));
  }

  private <T> Optional<T> row(Decoded<T> decoded) {
    if (!decoded.isWhole()) {
      troubles.accept(Trouble.UNREADABLE_ROW);
    }
    return decoded.toOptional();
  }

  private static Optional<Item> live(Map<String, Item> items, String key, Instant now) {
    return Optional.ofNullable(items.get(key)).filter(item -> !item.isExpired(now));
  }

  private static WriteResult plain(ItemStore.Written written) {
    return switch (written) {
      case ItemStore.Written.Done(var after) -> new WriteResult.Done();
      case ItemStore.Written.Blocked(var before) -> new WriteResult.Refused();
      case ItemStore.Written.Failed(Degradation reason) -> new WriteResult.Unavailable(reason);
    };
  }
}
