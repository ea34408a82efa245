package dev.warmpath.table;

import dev.warmpath.router.port.Degradation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A key-value store of items with conditional writes, as much of DynamoDB as the table needs.
 *
 * <p>No method throws for a failure of the store. Every write is atomic per item. Safe for any
 * number of threads. Implementations count what they consume.
 */
public interface ItemStore {
  /**
   * Reads items in one round trip, eventually consistent.
   *
   * @param keys which, at least one and at most 100
   */
  Read read(Set<String> keys);

  /** Writes one item if its condition holds. */
  Written write(ItemWrite write);

  /** What came of a read. */
  sealed interface Read {
    /**
     * The items that exist.
     *
     * @param items by key
     */
    record Found(Map<String, Item> items) implements Read {
      /** Copies the map. */
      public Found {
        items = Map.copyOf(items);
      }
    }

    /**
     * No answer.
     *
     * @param reason why
     */
    record Failed(Degradation reason) implements Read {}
  }

  /** What came of a write. */
  sealed interface Written {
    /**
     * Written.
     *
     * @param after the item as it is now
     */
    record Done(Item after) implements Written {}

    /**
     * The condition did not hold; nothing was written.
     *
     * @param before the item of which it did not hold; empty if there is none by now
     */
    // An outcome, not a parameter list: the item may truly be gone.
    record Blocked(Optional<Item> before) implements Written {}

    /**
     * Nothing is known: it may or may not have been written.
     *
     * @param reason why
     */
    record Failed(Degradation reason) implements Written {}
  }
}
