package dev.warmpath.table;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The size of an item in bytes, as DynamoDB documents it for billing.
 *
 * <p>Names and strings count their UTF-8 bytes; a number one byte for two significant digits and
 * one more; bytes their length; a truth value one; a map three and one more for each element. See
 * <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">DynamoDB
 * item sizes and formats</a>. The documentation calls the size of numbers approximate.
 */
public final class ItemSize {
  private static final int MAP_BYTES = 3;
  private static final int ELEMENT_BYTES = 1;

  private ItemSize() {}

  /** The size of a whole item. */
  public static int of(Item item) {
    return named(item.attributes());
  }

  private static int named(Map<String, Attribute> attributes) {
    return attributes.entrySet().stream().mapToInt(a -> utf8(a.getKey()) + of(a.getValue())).sum();
  }

  private static int of(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(String value) -> utf8(value);
      case Attribute.Numeric(BigDecimal value) -> number(value);
      case Attribute.Bytes bytes -> bytes.length();
      case Attribute.Flag flag -> 1;
      case Attribute.Fields(Map<String, Attribute> fields) ->
          MAP_BYTES + named(fields) + ELEMENT_BYTES * fields.size();
      // The least that any value takes: nothing that Warmpath writes.
      case Attribute.Opaque opaque -> 1;
    };
  }

  private static int number(BigDecimal value) {
    int digits = value.signum() == 0 ? 0 : value.stripTrailingZeros().precision();
    return (digits + 1) / 2 + 1;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
