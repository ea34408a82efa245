package dev.warmpath.router.port;

import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.TableView;
import java.util.List;

/** What came of a read. */
public sealed interface TableRead {
  /**
   * The rows found; those that do not exist are simply absent.
   *
   * @param view prefix and target rows
   * @param fleets fleet rows
   */
  record Rows(TableView view, List<FleetRow> fleets) implements TableRead {
    /** Copies the list. */
    public Rows {
      fleets = List.copyOf(fleets);
    }
  }

  /**
   * No rows in time.
   *
   * @param reason why
   */
  record Unavailable(Degradation reason) implements TableRead {}
}
