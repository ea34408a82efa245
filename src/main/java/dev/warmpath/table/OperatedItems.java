package dev.warmpath.table;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An operator's view of a store of items. Safe for any number of threads. */
public final class OperatedItems implements OperatedTable {
  private final ItemStore store;
  private final ItemScan scan;
  private final InstantSource clock;

  /**
   * Makes a view.
   *
   * @param store where rows are read and written
   * @param scan the same store, page by page
   */
  public OperatedItems(ItemStore store, ItemScan scan, InstantSource clock) {
    this.store = store;
    this.scan = scan;
    this.clock = clock;
  }

  @Override
  public Page page(Optional<String> after) {
    return scan.page(after);
  }

  @Override
  public Changed change(TargetId target, Action action) {
    String endpoint = target.value().split("/", 2)[0];
    String targetKey = RowKeys.target(target);
    String fleetKey = RowKeys.fleet(endpoint);
    return switch (store.read(Set.of(targetKey, fleetKey))) {
      case ItemStore.Read.Failed(Degradation reason) -> new Changed.Failed(reason);
      case ItemStore.Read.Found(Map<String, Item> items) -> {
        Optional<Item> row = Optional.ofNullable(items.get(targetKey));
        List<TargetId> inService =
            Optional.ofNullable(items.get(fleetKey))
                .flatMap(item -> FleetRowCodec.decode(endpoint, item).toOptional())
                .map(FleetRow::targets)
                .orElse(List.of())
                .stream()
                .map(Target::id)
                .toList();
        yield row.isEmpty() && !inService.contains(target)
            ? new Changed.Unknown(inService)
            : change(target, action, row);
      }
    };
  }

  private Changed change(TargetId target, Action action, Optional<Item> row) {
    Instant now = clock.instant();
    TargetRow read =
        row.flatMap(item -> TargetRowCodec.decode(target, item, now).toOptional())
            .orElseGet(() -> TargetRow.unknown(target));
    boolean settled =
        switch (action) {
          case DRAIN -> read.draining();
          case UNDRAIN -> !read.draining();
          case INVALIDATE -> false;
        };
    return settled
        ? new Changed.Already()
        : outcome(store.write(OperatorWrites.of(read, row.isPresent(), action, now)));
  }

  private static Changed outcome(ItemStore.Written written) {
    return switch (written) {
      case ItemStore.Written.Done(var _) -> new Changed.Done();
      case ItemStore.Written.Blocked(var _) -> new Changed.Contested();
      case ItemStore.Written.Failed(Degradation reason) -> new Changed.Failed(reason);
    };
  }
}
