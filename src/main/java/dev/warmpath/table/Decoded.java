package dev.warmpath.table;

import java.util.Optional;

/**
 * What an item says as a row.
 *
 * @param <T> the kind of row
 */
public sealed interface Decoded<T> {
  /**
   * A row.
   *
   * @param row what was understood
   * @param whole whether parts were left out that could not be understood
   */
  record Row<T>(T row, boolean whole) implements Decoded<T> {}

  /** Nothing yet: the item is in order but its row was never written. */
  record Nothing<T>() implements Decoded<T> {}

  /** Not one of our rows. */
  record Unreadable<T>() implements Decoded<T> {}

  /** The row, if there is one. */
  default Optional<T> toOptional() {
    return switch (this) {
      case Row<T>(T row, boolean whole) -> Optional.of(row);
      case Nothing<T>() -> Optional.empty();
      case Unreadable<T>() -> Optional.empty();
    };
  }

  /** Whether all of the item was understood. */
  default boolean isWhole() {
    return switch (this) {
      case Row<T>(T row, boolean whole) -> whole;
      case Nothing<T>() -> true;
      case Unreadable<T>() -> false;
    };
  }
}
