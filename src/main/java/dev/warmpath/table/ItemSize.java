package dev.warmpath.table;

import java.math.BigDecimal;
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
    // A loop, for every row that is read is weighed.
    int bytes = 0;
    for (Map.Entry<String, Attribute> attribute : attributes.entrySet()) {
      bytes += utf8(attribute.getKey()) + of(attribute.getValue());
    }
    return bytes;
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

  /** The length in UTF-8 without making it; a half of a pair alone becomes a question mark. */
  private static int utf8(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next < 0x80) {
        bytes++;
      } else if (next < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(next)) {
        bytes += 3;
      } else if (Character.isSupplementaryCodePoint(text.codePointAt(i))) {
        bytes += 4;
        i++;
      } else {
        bytes++;
      }
    }
    return bytes;
  }
}
