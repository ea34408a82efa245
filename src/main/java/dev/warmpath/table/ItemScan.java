package dev.warmpath.table;

import dev.warmpath.router.port.Degradation;
import java.util.List;
import java.util.Optional;

/** A way through all items of a store, page by page; slow, and dear where reads cost money. */
@FunctionalInterface
public interface ItemScan {
  /**
   * Reads the next page; items that change meanwhile may be seen as they were or as they are.
   *
   * @param after where the last page ended; empty for the first
   */
  Page page(Optional<String> after);

  /** What came of a page. */
  sealed interface Page {
    /**
     * Some items.
     *
     * @param items in no particular order; perhaps none
     * @param end where the page ends; empty if it is the last
     */
    // An outcome, not a parameter list: the last page has no end.
    record Items(List<Item> items, Optional<String> end) implements Page {
      /** Copies the list. */
      public Items {
        items = List.copyOf(items);
      }
    }

    /**
     * No answer.
     *
     * @param reason why
     */
    record Failed(Degradation reason) implements Page {}
  }
}
