package dev.warmpath.routing;

import java.util.List;
import java.util.Optional;

/**
 * The targets that may be chosen now.
 *
 * @param targets in service, each named once
 */
public record Fleet(List<Target> targets) {
  /** No targets at all. */
  public static final Fleet EMPTY = new Fleet(List.of());

  /** Copies the targets and rejects a name that stands twice. */
  public Fleet {
    targets = List.copyOf(targets);
    if (targets.stream().map(Target::id).distinct().count() != targets.size()) {
      throw new IllegalArgumentException("a fleet must name each target once but was " + targets);
    }
  }

  /** The target of that name. */
  public Optional<Target> find(TargetId id) {
    return targets.stream().filter(t -> t.id().equals(id)).findFirst();
  }
}
