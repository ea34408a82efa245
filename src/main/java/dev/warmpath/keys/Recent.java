package dev.warmpath.keys;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The most recently used entries of a map. Safe for any number of threads. */
final class Recent<K, V> {
  private final Map<K, V> entries;

  /** Makes an empty one that keeps so many entries. */
  Recent(int most) {
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  synchronized Optional<V> get(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  synchronized void put(K key, V value) {
    entries.put(key, value);
  }

  synchronized void remove(K key) {
    entries.remove(key);
  }

  /** Changes an entry, beginning with another where there is none, and returns what it became. */
  synchronized V update(K key, V first, UnaryOperator<V> change) {
    V changed = change.apply(entries.getOrDefault(key, first));
    entries.put(key, changed);
    return changed;
  }
}
