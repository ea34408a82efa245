package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Items as DynamoDB writes them in JSON: each value under the letter of its type. */
public final class ItemJson {
  private ItemJson() {}

  /** One item on one line, as DynamoDB exports tables: {@code {"Item":{…}}}. */
  public static String line(Item item) {
    try {
      return JSON.std.asString(Map.of("Item", of(item)));
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot break", e);
    }
  }

  /** An item's attributes. */
  public static Map<String, Object> of(Item item) {
    return of(item.attributes());
  }

  /**
   * The item of some attributes.
   *
   * @throws IllegalArgumentException if they are not what {@link #of} makes
   */
  public static Item item(Map<?, ?> json) {
    return new Item(attributes(json));
  }

  private static Map<String, Object> of(Map<String, Attribute> attributes) {
    Map<String, Object> json = new LinkedHashMap<>();
    attributes.forEach((name, value) -> json.put(name, of(value)));
    return json;
  }

  private static Map<String, Object> of(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(String value) -> Map.of("S", value);
      case Attribute.Numeric(BigDecimal value) -> Map.of("N", value.toPlainString());
      case Attribute.Bytes bytes -> Map.of("B", Base64.getEncoder().encodeToString(bytes.value()));
      case Attribute.Flag(boolean value) -> Map.of("BOOL", value);
      case Attribute.Fields(Map<String, Attribute> fields) -> Map.of("M", of(fields));
      case Attribute.Opaque() -> Map.of("NULL", true);
    };
  }

  private static Map<String, Attribute> attributes(Map<?, ?> json) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    json.forEach((name, value) -> attributes.put(String.valueOf(name), attribute(value)));
    return attributes;
  }

  private static Attribute attribute(Object json) {
    if (json instanceof Map<?, ?> typed && typed.size() == 1) {
      Map.Entry<?, ?> entry = typed.entrySet().iterator().next();
      return attribute(String.valueOf(entry.getKey()), entry.getValue());
    }
    throw new IllegalArgumentException("a value must stand under its type");
  }

  private static Attribute attribute(String type, Object value) {
    return switch (type) {
      case "S" -> new Attribute.Text(String.valueOf(value));
      case "N" -> new Attribute.Numeric(new BigDecimal(String.valueOf(value)));
      case "B" -> new Attribute.Bytes(Base64.getDecoder().decode(String.valueOf(value)));
      case "BOOL" -> new Attribute.Flag(Boolean.TRUE.equals(value));
      case "M" -> new Attribute.Fields(value instanceof Map<?, ?> map ? attributes(map) : Map.of());
      default -> new Attribute.Opaque();
    };
  }
}
