package dev.warmpath.table;

import dev.warmpath.routing.TargetId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The target rows last seen, so that the next write can remove the buckets that have passed their
 * horizon: a removal names its attributes. Safe for any number of threads.
 */
final class SeenTargets {
  private static final int MAX_TARGETS = 1000;

  /** What one update expression may well hold; the rest goes with the next write. */
  private static final int MAX_REMOVED = 60;

  private final Map<TargetId, Item> rows = new ConcurrentHashMap<>();

  /** Takes note of a row. */
  void saw(TargetId target, Item row) {
    // Fleets are far smaller; whoever has seen that many names has seen most of them go.
    if (rows.size() >= MAX_TARGETS) {
      rows.clear();
    }
    rows.put(target, row);
  }

  /** The buckets of a target that count for nobody any more. */
  Set<String> deadBuckets(TargetId target, Instant now) {
    return Optional.ofNullable(rows.get(target)).stream()
        .flatMap(row -> TargetRowCodec.deadBuckets(row, now).stream())
        .limit(MAX_REMOVED)
        .collect(Collectors.toUnmodifiableSet());
  }
}
