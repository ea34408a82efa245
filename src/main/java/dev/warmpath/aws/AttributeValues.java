package dev.warmpath.aws;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items in the SDK's words and back. */
final class AttributeValues {
  private AttributeValues() {}

  static Map<String, AttributeValue> of(Item item) {
    return of(item.attributes());
  }

  static AttributeValue of(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(String value) -> AttributeValue.fromS(value);
      case Attribute.Numeric(BigDecimal value) -> AttributeValue.fromN(value.toPlainString());
      case Attribute.Bytes bytes -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes.value()));
      case Attribute.Flag(boolean value) -> AttributeValue.fromBool(value);
      case Attribute.Fields(Map<String, Attribute> fields) -> AttributeValue.fromM(of(fields));
      case Attribute.Opaque opaque -> AttributeValue.fromNul(true);
    };
  }

  static Item item(Map<String, AttributeValue> values) {
    return new Item(attributes(values));
  }

  private static Map<String, AttributeValue> of(Map<String, Attribute> attributes) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    attributes.forEach((name, attribute) -> values.put(name, of(attribute)));
    return values;
  }

  private static Map<String, Attribute> attributes(Map<String, AttributeValue> values) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    values.forEach((name, value) -> attributes.put(name, attribute(value)));
    return attributes;
  }

  private static Attribute attribute(AttributeValue value) {
    return switch (value.type()) {
      // Several types at once.
      case null -> new Attribute.Opaque();
      case S -> new Attribute.Text(value.s());
      case N -> number(value.n());
      case B -> new Attribute.Bytes(value.b().asByteArray());
      case BOOL -> new Attribute.Flag(value.bool());
      case M -> new Attribute.Fields(attributes(value.m()));
      case SS, NS, BS, L, NUL, UNKNOWN_TO_SDK_VERSION -> new Attribute.Opaque();
    };
  }

  private static Attribute number(String digits) {
    try {
      return new Attribute.Numeric(new BigDecimal(digits));
    } catch (NumberFormatException e) {
      // Whatever answered is not DynamoDB; the row is read as having no such number.
      return new Attribute.Opaque();
    }
  }
}
