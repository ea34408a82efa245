package dev.warmpath.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One item of the table: named values, the key among them.
 *
 * @param attributes the values, in order of insertion
 */
public record Item(Map<String, Attribute> attributes) {
  /** The name of the attribute that holds the key. */
  public static final String KEY = "pk";

  /**
   * The name of the attribute that holds the item's end in seconds since 1970: the table's TTL
   * attribute.
   */
  public static final String TTL = "ttl";

  /** Copies the map, keeping its order. */
  public Item {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /** The item's key; empty if it has none, as no item of ours. */
  public Optional<String> key() {
    return attributes.get(KEY) instanceof Attribute.Text(String key)
        ? Optional.of(key)
        : Optional.empty();
  }

  /** The value of that name. */
  Optional<Attribute> find(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  /** Whether there is a value of that name. */
  boolean has(String name) {
    return attributes.containsKey(name);
  }

  /** The whole number of that name, cut to a range; empty if there is no number of that name. */
  OptionalLong number(String name, long least, long most) {
    return numberOf(attributes, name, least, most);
  }

  /** Whether the item has reached its end; one without an end never does. */
  public boolean isExpired(Instant now) {
    OptionalLong ttl = number(TTL, 0, Bounds.SECONDS);
    return ttl.isPresent() && ttl.getAsLong() <= now.getEpochSecond();
  }

  /** A whole number among named values, cut to a range. */
  static OptionalLong numberOf(
      Map<String, Attribute> attributes, String name, long least, long most) {
    return attributes.get(name) instanceof Attribute.Numeric(BigDecimal value)
        ? OptionalLong.of(cut(value, least, most))
        : OptionalLong.empty();
  }

  /** Compares before it converts: the digits of 1E+125 would be a large number to write out. */
  private static long cut(BigDecimal value, long least, long most) {
    if (value.compareTo(BigDecimal.valueOf(most)) >= 0) {
      return most;
    }
    return value.compareTo(BigDecimal.valueOf(least)) <= 0 ? least : value.longValue();
  }
}
