package dev.warmpath.table;

import dev.warmpath.router.port.TableUnits;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts request units by DynamoDB's documented rounding. Safe for any number of threads.
 *
 * <p>See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">DynamoDB
 * reads and writes</a>: a batch rounds each of its items by itself, an absent item costs the least
 * unit, and a write whose condition fails costs as much as one that succeeds.
 */
public final class UnitMeter {
  private static final int READ_BYTES = 4096;
  private static final int WRITE_BYTES = 1024;

  private final LongAdder halfReads = new LongAdder();
  private final LongAdder writes = new LongAdder();

  /** Makes a meter that stands at zero. */
  public UnitMeter() {}

  /**
   * Counts an eventually consistent read of one item.
   *
   * @param item what was found
   */
  public void readEventually(Optional<Item> item) {
    halfReads.add(begun(size(item), READ_BYTES));
  }

  /**
   * Counts a strongly consistent read of one item: twice as much.
   *
   * @param item what was found
   */
  public void readConsistently(Optional<Item> item) {
    halfReads.add(2L * begun(size(item), READ_BYTES));
  }

  /**
   * Counts a write, done or refused.
   *
   * @param before the item before the write
   * @param after the item after it; for a refused write the one that was refused, where known
   */
  public void write(Optional<Item> before, Optional<Item> after) {
    writes.add(begun(Math.max(size(before), size(after)), WRITE_BYTES));
  }

  /** What was counted so far. */
  public TableUnits units() {
    return new TableUnits(halfReads.sum() / 2.0, writes.sum());
  }

  private static int size(Optional<Item> item) {
    return item.map(ItemSize::of).orElse(0);
  }

  private static int begun(int bytes, int unit) {
    return Math.max(1, Math.ceilDiv(bytes, unit));
  }
}
