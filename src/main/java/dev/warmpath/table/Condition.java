package dev.warmpath.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What must hold of an item for a write to happen: the part of DynamoDB's condition expressions
 * that the table needs. A comparison with a value that is absent or no number is false.
 */
public sealed interface Condition {
  /**
   * There is no such attribute; of the key attribute: there is no such item.
   *
   * @param name which
   */
  record Missing(String name) implements Condition {}

  /**
   * There is such an attribute.
   *
   * @param name which
   */
  record Present(String name) implements Condition {}

  /**
   * The attribute is that number.
   *
   * @param name which
   * @param value the number
   */
  record EqualTo(String name, long value) implements Condition {}

  /**
   * The attribute is that number or less.
   *
   * @param name which
   * @param value the number
   */
  record AtMost(String name, long value) implements Condition {}

  /**
   * The attribute is more than that number.
   *
   * @param name which
   * @param value the number
   */
  record MoreThan(String name, long value) implements Condition {}

  /**
   * All parts hold.
   *
   * @param parts the parts
   */
  record AllOf(List<Condition> parts) implements Condition {
    /** Copies the parts. */
    public AllOf {
      parts = List.copyOf(parts);
    }
  }

  /**
   * At least one part holds.
   *
   * @param parts the parts, at least one
   */
  record AnyOf(List<Condition> parts) implements Condition {
    /** Copies the parts. */
    public AnyOf {
      parts = List.copyOf(parts);
    }
  }

  /** The condition that always holds. */
  static Condition none() {
    return new AllOf(List.of());
  }

  /** All of some conditions. */
  static Condition all(Condition... parts) {
    return new AllOf(List.of(parts));
  }

  /** Any of some conditions. */
  static Condition any(Condition... parts) {
    return new AnyOf(List.of(parts));
  }

  /** The attribute is absent, or no time in milliseconds after one instant and up to another. */
  static Condition absentOrOutside(String name, Instant from, Instant to) {
    return any(
        new Missing(name),
        new AtMost(name, Bounds.millis(from)),
        new MoreThan(name, Bounds.millis(to)));
  }

  /** Whether this holds of an item, or of none. */
  default boolean holds(Optional<Item> item) {
    return switch (this) {
      case Missing(String name) -> item.filter(i -> i.has(name)).isEmpty();
      case Present(String name) -> item.filter(i -> i.has(name)).isPresent();
      case EqualTo(String name, long value) ->
          sign(item, name, value).filter(s -> s == 0).isPresent();
      case AtMost(String name, long value) ->
          sign(item, name, value).filter(s -> s <= 0).isPresent();
      case MoreThan(String name, long value) ->
          sign(item, name, value).filter(s -> s > 0).isPresent();
      case AllOf(List<Condition> parts) -> parts.stream().allMatch(p -> p.holds(item));
      case AnyOf(List<Condition> parts) -> parts.stream().anyMatch(p -> p.holds(item));
    };
  }

  private static Optional<Integer> sign(Optional<Item> item, String name, long value) {
    return item.flatMap(i -> i.find(name))
        .filter(Attribute.Numeric.class::isInstance)
        .map(a -> ((Attribute.Numeric) a).value().compareTo(BigDecimal.valueOf(value)));
  }
}
