package dev.warmpath.bench.cost;

import dev.warmpath.bench.cost.TableTraffic.HotRow;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemWrite;
import dev.warmpath.table.RowKeys;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A store of items that books what is asked of it on the request at hand, and how often each row is
 * written. Confined to one thread.
 */
final class MeteredItems implements ItemStore {
  private static final long SECOND = 1_000_000_000;

  private final ItemStore items;
  private final Supplier<TableUnits> units;
  private final LongSupplier clock;
  private final Map<String, Rate> rates = new HashMap<>();
  private Account account = new Account(0);

  /**
   * Makes a meter that stands at zero.
   *
   * @param units what the store has counted so far
   * @param clock simulated time in nanoseconds
   */
  MeteredItems(ItemStore items, Supplier<TableUnits> units, LongSupplier clock) {
    this.items = items;
    this.units = units;
    this.clock = clock;
  }

  /** What is booked on one request. */
  static final class Account {
    private final long arrivedNanos;
    private int reads;
    private double readUnits;
    private int prefixWrites;
    private int targetWrites;
    private double writeUnits;
    private long tableNanos;
    private long placingNanos;
    private long placingTableNanos;

    Account(long arrivedNanos) {
      this.arrivedNanos = arrivedNanos;
    }

    /** Notes how long placing took of real time; what was booked until now was part of it. */
    void placed(long nanos) {
      placingNanos = nanos;
      placingTableNanos = tableNanos;
    }

    RequestTraffic closed(long nowNanos) {
      return new RequestTraffic(
          reads,
          readUnits,
          prefixWrites,
          targetWrites,
          writeUnits,
          (nowNanos - arrivedNanos) / (double) SECOND,
          (placingNanos - placingTableNanos) / 1e3,
          placingTableNanos / 1e3);
    }
  }

  /** Writes of one row: in the second at hand, and in the worst. */
  private static final class Rate {
    private final long first;
    private long second;
    private int writes;
    private int most;
    private int all;

    Rate(long first) {
      this.first = first;
      this.second = first;
    }

    void count(long now) {
      writes = now == second ? writes + 1 : 1;
      second = now;
      most = Math.max(most, writes);
      all++;
    }

    HotRow row() {
      return new HotRow(most, all / (double) (second - first + 1));
    }
  }

  /** From now on everything is booked there. */
  void bookOn(Account request) {
    account = request;
  }

  /** The row of a kind that took most writes in one second. */
  HotRow hottest(RowKeys.Kind kind) {
    return rates.entrySet().stream()
        .filter(e -> RowKeys.kind(e.getKey()) == kind)
        .map(e -> e.getValue().row())
        .max(Comparator.comparingInt(HotRow::most))
        .orElse(HotRow.NONE);
  }

  /** How many rows of a kind were written. */
  long rows(RowKeys.Kind kind) {
    return rates.keySet().stream().filter(key -> RowKeys.kind(key) == kind).count();
  }

  @Override
  public Read read(Set<String> keys) {
    TableUnits before = units.get();
    long began = System.nanoTime();
    Read read = items.read(keys);
    account.tableNanos += System.nanoTime() - began;
    account.reads++;
    account.readUnits += units.get().read() - before.read();
    return read;
  }

  @Override
  public Written write(ItemWrite write) {
    TableUnits before = units.get();
    long began = System.nanoTime();
    Written written = items.write(write);
    account.tableNanos += System.nanoTime() - began;
    account.writeUnits += units.get().write() - before.write();
    RowKeys.Kind kind = RowKeys.kind(write.key());
    if (kind == RowKeys.Kind.PREFIX) {
      account.prefixWrites++;
    } else if (kind == RowKeys.Kind.TARGET) {
      account.targetWrites++;
    }
    long second = Math.floorDiv(clock.getAsLong(), SECOND);
    rates.computeIfAbsent(write.key(), key -> new Rate(second)).count(second);
    return written;
  }
}
