package dev.warmpath.local;

import dev.warmpath.table.ItemStore;
import dev.warmpath.table.UnitMeter;
import java.time.InstantSource;

/** The items behind a table in memory, for tests in which several tables share them. */
public final class SharedItems {
  private SharedItems() {}

  /** A store without items. */
  public static ItemStore inMemory(InstantSource clock) {
    return new InMemoryItems(new UnitMeter(), clock);
  }
}
