package dev.warmpath.local;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.OperatedTableContract;
import dev.warmpath.testing.FakeClock;

final class InMemoryOperatedTableTest extends OperatedTableContract {
  private final InMemoryAffinityTable table = new InMemoryAffinityTable(new FakeClock());

  InMemoryOperatedTableTest() {
    super(new FakeClock());
  }

  @Override
  protected AffinityTable table() {
    return table;
  }

  @Override
  protected OperatedTable operated() {
    return table.operated();
  }

  @Override
  protected int rows() {
    return 2500;
  }
}
