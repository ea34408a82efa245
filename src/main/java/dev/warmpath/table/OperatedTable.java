package dev.warmpath.table;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.routing.TargetId;
import java.util.List;

/** The affinity table as its operator sees and changes it. Safe for any number of threads. */
public interface OperatedTable extends ItemScan {
  /** Changes one target's row, or nothing. */
  Changed change(TargetId target, Action action);

  /** What an operator does to a target. */
  enum Action {
    /** Takes it out of service: new requests go elsewhere, its prefixes get new owners. */
    DRAIN,
    /** Puts it back into service. */
    UNDRAIN,
    /** Makes all claims on it void, as a restart of its engine does. */
    INVALIDATE
  }

  /** What came of a change. */
  sealed interface Changed {
    /** Written. */
    record Done() implements Changed {}

    /** Nothing was to be written. */
    record Already() implements Changed {}

    /**
     * The table knows no such target; nothing was written.
     *
     * @param known targets of the same endpoint
     */
    record Unknown(List<TargetId> known) implements Changed {
      /** Copies the list. */
      public Unknown {
        known = List.copyOf(known);
      }
    }

    /** Somebody else changed the row in the same moment; nothing was written. */
    record Contested() implements Changed {}

    /**
     * No answer: it may or may not have been written.
     *
     * @param reason why
     */
    record Failed(Degradation reason) implements Changed {}
  }
}
