package dev.warmpath.routing;

import dev.warmpath.prompt.PrefixHash;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows that one request has read: who owns its anchors, and how its targets fare.
 *
 * @param prefixes rows found, by anchor
 * @param targets rows found, by target
 */
public record TableView(Map<PrefixHash, PrefixRow> prefixes, Map<TargetId, TargetRow> targets) {
  /** A view in which nothing is known. */
  public static final TableView EMPTY = new TableView(Map.of(), Map.of());

  /** Copies the rows. */
  public TableView {
    prefixes = Map.copyOf(prefixes);
    targets = Map.copyOf(targets);
  }

  /** The row of a target, or that of one never written. */
  public TargetRow target(TargetId id) {
    TargetRow row = targets.get(id);
    return row == null ? TargetRow.unknown(id) : row;
  }

  /** This view with one prefix row put in the place of what was read. */
  public TableView with(PrefixRow row) {
    Map<PrefixHash, PrefixRow> changed = new HashMap<>(prefixes);
    changed.put(row.hash(), row);
    return new TableView(changed, targets);
  }

  /** This view with one target row put in the place of what was read. */
  public TableView with(TargetRow row) {
    Map<TargetId, TargetRow> changed = new HashMap<>(targets);
    changed.put(row.target(), row);
    return new TableView(prefixes, changed);
  }
}
