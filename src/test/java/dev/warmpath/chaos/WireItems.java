package dev.warmpath.chaos;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Condition;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemWrite;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Items and writes in DynamoDB's JSON, as far as the router uses it. */
final class WireItems {
  private WireItems() {}

  /** The string key of an item or of a key. */
  static String key(Map<?, ?> attributes) {
    return attributes(attributes).get(Item.KEY) instanceof Attribute.Text(String key) ? key : "";
  }

  /** An object in a request; an empty one if there is none of that name. */
  static Map<?, ?> map(Map<String, Object> request, String name) {
    return request.get(name) instanceof Map<?, ?> map ? map : Map.of();
  }

  /** An UpdateItem. */
  static ItemWrite update(Map<String, Object> request) {
    WireExpression expression = expression(request);
    return new ItemWrite(
        key(map(request, "Key")),
        condition(request, expression),
        expression.change(String.valueOf(request.get("UpdateExpression"))));
  }

  /** A PutItem. */
  static ItemWrite put(Map<String, Object> request) {
    Map<?, ?> item = map(request, "Item");
    return new ItemWrite(
        key(item),
        condition(request, expression(request)),
        new ItemWrite.Replace(new Item(attributes(item))));
  }

  /** Attributes as DynamoDB writes them. */
  static Map<String, Object> json(Map<String, Attribute> attributes) {
    Map<String, Object> json = new LinkedHashMap<>();
    attributes.forEach((name, attribute) -> json.put(name, json(attribute)));
    return json;
  }

  private static Map<String, Object> json(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(String value) -> Map.of("S", value);
      case Attribute.Numeric(BigDecimal value) -> Map.of("N", value.toPlainString());
      case Attribute.Bytes bytes -> Map.of("B", Base64.getEncoder().encodeToString(bytes.value()));
      case Attribute.Flag(boolean value) -> Map.of("BOOL", value);
      case Attribute.Fields(Map<String, Attribute> fields) -> Map.of("M", json(fields));
      case Attribute.Opaque() -> Map.of("NULL", true);
    };
  }

  private static WireExpression expression(Map<String, Object> request) {
    Map<String, String> names = new LinkedHashMap<>();
    map(request, "ExpressionAttributeNames")
        .forEach((placeholder, name) -> names.put(placeholder.toString(), name.toString()));
    return new WireExpression(names, attributes(map(request, "ExpressionAttributeValues")));
  }

  private static Condition condition(Map<String, Object> request, WireExpression expression) {
    return request.get("ConditionExpression") instanceof String text
        ? expression.condition(text)
        : Condition.none();
  }

  private static Map<String, Attribute> attributes(Map<?, ?> json) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    json.forEach((name, value) -> attributes.put(name.toString(), attribute((Map<?, ?>) value)));
    return attributes;
  }

  private static Attribute attribute(Map<?, ?> json) {
    Map.Entry<?, ?> only = json.entrySet().iterator().next();
    Object value = only.getValue();
    return switch (only.getKey().toString()) {
      case "S" -> new Attribute.Text(value.toString());
      case "N" -> new Attribute.Numeric(new BigDecimal(value.toString()));
      case "B" -> new Attribute.Bytes(Base64.getDecoder().decode(value.toString()));
      case "BOOL" -> new Attribute.Flag(value.equals(true));
      case "M" -> new Attribute.Fields(attributes((Map<?, ?>) value));
      default -> throw new IllegalArgumentException("no row of ours has a " + only.getKey());
    };
  }
}
