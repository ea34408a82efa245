package dev.warmpath.local;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemTable;
import dev.warmpath.table.OperatedItems;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.UnitMeter;
import java.time.InstantSource;

/**
 * The affinity table of one process: the same rows, rules and units as DynamoDB's, gone when the
 * process ends. Never unavailable; safe for any number of threads.
 */
public final class InMemoryAffinityTable implements AffinityTable {
  private final ItemStore items;
  private final ItemTable table;
  private final OperatedTable operated;

  /**
   * Makes an empty table.
   *
   * @param clock decides at a write what is past its end
   */
  public InMemoryAffinityTable(InstantSource clock) {
    this(new UnitMeter(), clock);
  }

  private InMemoryAffinityTable(UnitMeter meter, InstantSource clock) {
    this(new InMemoryItems(meter, clock), meter, clock);
  }

  /** A view of items that other tables may share. */
  InMemoryAffinityTable(InMemoryItems items, UnitMeter meter, InstantSource clock) {
    this.items = items;
    // A row that this process has written is always readable: nobody needs to hear of others.
    this.table = new ItemTable(items, meter, clock, trouble -> {});
    this.operated = new OperatedItems(items, items, clock);
  }

  /** The same table as its operator sees it. */
  public OperatedTable operated() {
    return operated;
  }

  /** The same table as a store of counters. */
  public ItemStore counters() {
    return items;
  }

  @Override
  public TableRead read(TableQuery query) {
    return table.read(query);
  }

  @Override
  public ClaimResult claim(ClaimRequest request) {
    return table.claim(request);
  }

  @Override
  public WriteResult write(TableWrite write) {
    return table.write(write);
  }

  @Override
  public TableUnits units() {
    return table.units();
  }
}
