package dev.warmpath.table;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One value of an item. Immutable. */
public sealed interface Attribute {
  /**
   * A string.
   *
   * @param value the characters
   */
  record Text(String value) implements Attribute {}

  /**
   * A decimal number.
   *
   * @param value the number
   */
  record Numeric(BigDecimal value) implements Attribute {}

  /** A string of bytes. */
  final class Bytes implements Attribute {
    private final byte[] value;

    /** Copies the bytes. */
    public Bytes(byte[] value) {
      this.value = value.clone();
    }

    /** The bytes; a fresh array. */
    public byte[] value() {
      return value.clone();
    }

    /** How many bytes there are. */
    public int length() {
      return value.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return "Bytes[" + value.length + "]";
    }
  }

  /**
   * A truth value.
   *
   * @param value whether it is true
   */
  record Flag(boolean value) implements Attribute {}

  /**
   * A map of named values.
   *
   * @param attributes the values, in order of insertion
   */
  record Fields(Map<String, Attribute> attributes) implements Attribute {
    /** Copies the map, keeping its order. */
    public Fields {
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }
  }

  /** A value of a type that no row of ours has. */
  record Opaque() implements Attribute {}

  /** A whole number. */
  static Attribute of(long value) {
    return new Numeric(BigDecimal.valueOf(value));
  }
}
