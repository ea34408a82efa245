package dev.warmpath.page;

import dev.warmpath.table.Inventory;
import dev.warmpath.table.Inventory.Holding;
import dev.warmpath.table.ItemScan;
import dev.warmpath.table.ItemScan.Page;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What a table in memory knows of each target, read anew now and then: a scan of a large table
 * takes time that the tier needs. Writes guarded by this.
 */
public final class HoldingsScan {
  /** Scans take at most one part in so many of the time. */
  private static final long SHARE = 20;

  private static final long LEAST_AGE_NANOS = 500_000_000;

  private final ItemScan table;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private Map<String, Holding> holdings = Map.of();
  private Optional<Long> due = Optional.empty();

  /**
   * Makes one that has not looked yet.
   *
   * @param nanos measures, as {@link System#nanoTime}
   */
  public HoldingsScan(ItemScan table, InstantSource clock, LongSupplier nanos) {
    this.table = table;
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Holdings by the variant's name; perhaps some time old. */
  synchronized Map<String, Holding> holdings() {
    long now = nanos.getAsLong();
    if (due.isEmpty() || now - due.get() >= 0) {
      holdings = scan();
      long ended = nanos.getAsLong();
      due = Optional.of(ended + Math.max(LEAST_AGE_NANOS, SHARE * (ended - now)));
    }
    return holdings;
  }

  private Map<String, Holding> scan() {
    Inventory inventory = new Inventory(clock.instant());
    Optional<String> after = Optional.empty();
    do {
      after =
          switch (table.page(after)) {
            case Page.Items(var items, var end) -> {
              items.forEach(inventory::add);
              yield end;
            }
            case Page.Failed failed ->
                throw new IllegalStateException(
                    "a table in memory cannot fail: " + failed.reason());
          };
    } while (after.isPresent());
    Map<String, Holding> byName = new HashMap<>();
    List<Holding> found = inventory.holdings();
    found.forEach(holding -> byName.put(variant(holding), holding));
    return byName;
  }

  /** A local tier has one endpoint, so the part behind its name is enough. */
  private static String variant(Holding holding) {
    String name = holding.row().target().value();
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
