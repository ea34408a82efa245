package dev.warmpath.routing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The targets that may be chosen now, in an order of their own. Immutable. */
public final class Fleet {
  /** No targets at all. */
  public static final Fleet EMPTY = new Fleet(List.of());

  private final List<Target> targets;
  private final Map<TargetId, Target> byId;

  /**
   * Makes a fleet.
   *
   * @param targets in service
   * @throws IllegalArgumentException if a name stands twice
   */
  public Fleet(List<Target> targets) {
    this.targets = List.copyOf(targets);
    this.byId = HashMap.newHashMap(targets.size());
    for (Target target : this.targets) {
      if (byId.put(target.id(), target) != null) {
        throw new IllegalArgumentException("a fleet must name each target once but was " + targets);
      }
    }
  }

  /** The targets in service. */
  public List<Target> targets() {
    return targets;
  }

  /** The target of that name. */
  public Optional<Target> find(TargetId id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fleet fleet && targets.equals(fleet.targets);
  }

  @Override
  public int hashCode() {
    return targets.hashCode();
  }

  @Override
  public String toString() {
    return "Fleet" + targets;
  }
}
