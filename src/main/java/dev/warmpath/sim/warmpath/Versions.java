package dev.warmpath.sim.warmpath;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/** One row as it was at any moment that somebody may still ask for. */
final class Versions<T> {
  /** A row from the moment of its write on. */
  record Version<T>(Instant writtenAt, T row) {}

  private final Deque<Version<T>> versions = new ArrayDeque<>();

  /** The row as it is; empty before the first write. */
  Optional<Version<T>> latest() {
    return Optional.ofNullable(versions.peekLast());
  }

  /** The row as it was; empty if it was not there yet. */
  Optional<Version<T>> at(Instant moment) {
    Iterator<Version<T>> newestFirst = versions.descendingIterator();
    while (newestFirst.hasNext()) {
      Version<T> version = newestFirst.next();
      if (!version.writtenAt().isAfter(moment)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /**
   * Writes the row.
   *
   * @param oldest nobody will ask for an earlier moment again
   */
  void put(Instant now, T row, Instant oldest) {
    versions.addLast(new Version<>(now, row));
    while (versions.size() > 1 && isNextAsOldAs(oldest)) {
      versions.removeFirst();
    }
  }

  private boolean isNextAsOldAs(Instant oldest) {
    Iterator<Version<T>> oldestFirst = versions.iterator();
    oldestFirst.next();
    return !oldestFirst.next().writtenAt().isAfter(oldest);
  }
}
