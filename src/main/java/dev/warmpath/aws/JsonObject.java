package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of somebody else's: what is absent or of another type reads as empty.
 *
 * @param fields as parsed
 */
record JsonObject(Map<String, Object> fields) {

  /**
   * Reads an object.
   *
   * @throws IOException if the text is no JSON, or no object
   */
  static JsonObject parse(byte[] text) throws IOException {
    if (JSON.std.anyFrom(text) instanceof Map<?, ?> map) {
      return of(map);
    }
    throw new IOException("a JSON object was expected but there is another value");
  }

  /** A string; empty if there is none. */
  String text(String name) {
    return fields.get(name) instanceof String text ? text : "";
  }

  /** A whole number; 0 if there is none. */
  int count(String name) {
    return fields.get(name) instanceof Number number ? number.intValue() : 0;
  }

  /** An object; without fields if there is none. */
  JsonObject object(String name) {
    return of(fields.get(name));
  }

  /** The objects of an array; none if there is no array. */
  List<JsonObject> objects(String name) {
    return fields.get(name) instanceof List<?> list
        ? list.stream().filter(Map.class::isInstance).map(JsonObject::of).toList()
        : List.of();
  }

  /** Leaves the values out: a model's error may quote the prompt. */
  @Override
  public String toString() {
    return "JsonObject[" + fields.size() + " fields]";
  }

  // JSON has no other keys than strings.
  @SuppressWarnings("unchecked")
  private static JsonObject of(@Nullable Object value) {
    return new JsonObject(value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of());
  }
}
